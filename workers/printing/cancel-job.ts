/**
 * Cancels a queued job, or all jobs matching a filter. One conditional update decides the race against a hub's claim.
 */
import { cancelQueuedOf } from '../../db/printing/label-moves.write.ts';
import { cancelQueued } from '../../db/printing/print-jobs.write.ts';
import { cancelledAtOnceMax, type printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { stateChanged } from './state-changed.ts';

export const cancelJob: Handler<typeof printJobCommands.cancelJob> = async (work, { print_job_id: id }) => {
  const { tx, emit } = work;
  if (!(await cancelQueued(tx, id))) throw await stateChanged(work, id, 'cancel');
  emit({ type: 'print_job.cancelled', subject_type: 'print_job', subject_id: id });
  return { id };
};

/** A job that a hub claims meanwhile is printed and not counted. */
export const cancelMany: Handler<typeof printJobCommands.cancelMany> = async (work, filter) => {
  const { tx, emit } = work;
  const { ids, remaining } = await cancelQueuedOf(tx, filter, cancelledAtOnceMax);
  for (const id of ids) emit({ type: 'print_job.cancelled', subject_type: 'print_job', subject_id: id });
  return { cancelled: ids.length, remaining };
};
