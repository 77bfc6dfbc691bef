/** Queues up to 100 labels in one transaction: all or none. */
import { together } from '../../db/sql-errors.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { withContent } from './label-content.ts';
import { queueLabels, refuseUnnamedPrinter } from './queue-labels.ts';

export const createJobs: Handler<typeof printJobCommands.createJobs> = async (work, { jobs }) => {
  const merchantId = work.actor.merchant_id;
  const labelsAsked = jobs.map((job, at) => ({
    ...withContent(job, `jobs.${at}.`),
    merchant_id: merchantId,
  }));
  // Sent at once: a refusal rolls the labels back with their transaction.
  const [, { labels, areOffered }] = await together([
    refuseUnnamedPrinter(work, jobs),
    queueLabels(work, labelsAsked, 'jobs'),
  ]);
  const ids = labels.map(({ id }) => id);
  if (!areOffered) work.enqueue(printJobCommands.dispatch, { print_job_ids: ids });
  return { ids };
};
