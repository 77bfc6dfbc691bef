/** Cancels what waits under a filter. What a hub claims meanwhile is printed; it is not counted. */
import { cancelQueuedOf } from '../../db/printing/label-moves.write.ts';
import { cancelledAtOnceMax, type printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';

export const cancelMany: Handler<typeof printJobCommands.cancelMany> = async (work, filter) => {
  const { tx, organizationId, emit } = work;
  const { ids, remaining } = await cancelQueuedOf(tx, organizationId, filter, cancelledAtOnceMax);
  for (const id of ids) emit({ type: 'print_job.cancelled', subject_type: 'print_job', subject_id: id });
  return { cancelled: ids.length, remaining };
};
