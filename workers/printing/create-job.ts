/**
 * Queues one label. Its printer is found in the same transaction where that is possible, and its hub is woken with the
 * commit; the dispatch that follows on the queue is what makes sure, should this process end right after.
 */
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { queueLabels } from './queue-labels.ts';
import { dispatchJobs } from './send-offers.ts';

export const run: Handler<typeof printJobCommands.createJob> = async (work, input) => {
  const ids = await queueLabels(work, [{ ...input, merchant_id: work.actor.merchant_id }]);
  await dispatchJobs(work, ids);
  work.enqueue(printJobCommands.dispatch, { print_job_ids: ids });
  return { id: ids[0]! };
};
