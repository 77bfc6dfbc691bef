/** Finds the printer of queued jobs and wakes its hub. A job cancelled meanwhile is skipped. */
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { assignPrinters, dispatchJobs, wake } from './send-offers.ts';

export const dispatch: Handler<typeof printJobCommands.dispatch> = async (work, { print_job_ids: ids }) => {
  return { dispatched: await dispatchJobs(work, ids) };
};

const batchMax = 500;

/** A default printer was set: dispatches the jobs that waited for one, a few hundred at a time. */
export const dispatchWaiting: Handler<typeof printJobCommands.dispatchWaiting> = async (work) => {
  const offers = await assignPrinters(work, null, batchMax);
  if (offers.length === batchMax) work.enqueue(printJobCommands.dispatchWaiting, {});
  return { dispatched: wake(work, offers) };
};
