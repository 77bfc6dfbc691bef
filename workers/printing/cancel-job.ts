/** Cancels a queued job. The race against a hub's claim is decided by one conditional update. */
import { cancelQueued } from '../../db/printing/print-jobs.write.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { stateChanged } from './state-changed.ts';

export const cancelJob: Handler<typeof printJobCommands.cancelJob> = async (work, { print_job_id: id }) => {
  const { tx, organizationId, emit } = work;
  if (!(await cancelQueued(tx, organizationId, id))) throw await stateChanged(work, id, 'cancel');
  emit({ type: 'print_job.cancelled', subject_type: 'print_job', subject_id: id });
  return { id };
};
