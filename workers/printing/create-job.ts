/** Queues one label. The answer is on disk; the printer is found by the dispatch that follows. */
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { queueLabels } from './queue-labels.ts';

export const run: Handler<typeof printJobCommands.createJob> = async (work, input) => {
  const [id] = await queueLabels(work, [{ ...input, merchant_id: work.actor.merchant_id }]);
  work.enqueue(printJobCommands.dispatch, { print_job_ids: [id!] });
  return { id: id! };
};
