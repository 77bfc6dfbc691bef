/** Queues a failed job again. A person decided this, since a machine never prints twice on its own. */
import { requeueFailed } from '../../db/printing/print-jobs.write.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { stateChanged } from './state-changed.ts';

export const retryJob: Handler<typeof printJobCommands.retryJob> = async (work, { print_job_id: id }) => {
  const { tx, emit, enqueue } = work;
  if (!(await requeueFailed(tx, id))) throw await stateChanged(work, id, 'retry');
  emit({ type: 'print_job.retried', subject_type: 'print_job', subject_id: id });
  enqueue(printJobCommands.dispatch, { print_job_ids: [id] });
  return { id };
};
