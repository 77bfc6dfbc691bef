/** Finds the printer of queued jobs and wakes its hub. A job cancelled meanwhile is passed over. */
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';
import { dispatchJobs } from './send-offers.ts';

export const dispatch: Handler<typeof printJobCommands.dispatch> = async (work, { print_job_ids: ids }) => {
  return { dispatched: await dispatchJobs(work, ids) };
};
