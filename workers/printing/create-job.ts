/**
 * Queues one label. Where it has a printer its hub is woken with the commit, and a wake that is lost costs the relay's
 * next look; else the dispatch that follows finds a default printer that appears at this very moment.
 */
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { queueLabels, refuseUnnamedPrinter } from './queue-labels.ts';

export const createJob: Handler<typeof printJobCommands.createJob> = async (work, input) => {
  // Sent at once: a refusal takes the label back with its transaction.
  const [, { ids, areOffered }] = await Promise.all([
    refuseUnnamedPrinter(work, [input]),
    queueLabels(work, [{ ...input, merchant_id: work.actor.merchant_id }]),
  ]);
  if (!areOffered) work.enqueue(printJobCommands.dispatch, { print_job_ids: ids });
  return { id: ids[0]! };
};
