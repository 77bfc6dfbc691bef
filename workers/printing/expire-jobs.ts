/** Ends queued labels whose time has passed. A claim that comes first prints: both are one conditional update of the row. */
import { organizationsWithExpired } from '../../db/printing/print-jobs.read.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';
import { expireLabels, expiredMax } from './expire-labels.ts';

export const expireJobs: Handler<typeof printJobCommands.expireJobs> = async (work) => {
  const expired = await expireLabels(work, null);
  if (expired === expiredMax) work.enqueue(printJobCommands.expireJobs, {});
  return { expired };
};

/** Every minute, safe in several processes at once. Nothing depends on it: a claim looks at the clock itself. */
export async function sweepExpiredLabels(parts: Scheduling): Promise<void> {
  const organizations = await organizationsWithExpired(parts.database);
  const due = organizations.map((organization_id) => ({ organization_id, input: {} }));
  await submitDue(parts, 'expired labels', printJobCommands.expireJobs, due);
}
