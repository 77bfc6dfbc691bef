/** A default printer has appeared: the jobs that waited for one go out, a few hundred at a time. */
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { assignPrinters, wake } from './send-offers.ts';

const batchMax = 500;

export const dispatchWaiting: Handler<typeof printJobCommands.dispatchWaiting> = async (work) => {
  const offers = await assignPrinters(work, null, batchMax);
  if (offers.length === batchMax) work.enqueue(printJobCommands.dispatchWaiting, {});
  return { dispatched: wake(work, offers) };
};
