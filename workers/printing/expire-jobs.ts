/** Ends queued labels whose time has passed. A claim that comes first prints: both are one conditional update of the row. */
import { expireQueued } from '../../db/printing/print-jobs.write.ts';
import { organizationsWithExpired } from '../../db/printing/print-jobs.read.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

const batchMax = 1_000;

export const expireJobs: Handler<typeof printJobCommands.expireJobs> = async (work) => {
  const expired = await expireAndTell(work, null);
  if (expired === batchMax) work.enqueue(printJobCommands.expireJobs, {});
  return { expired };
};

/** Ends these (null: any) and says how many. */
export async function expireAndTell(
  { tx, emit }: Pick<Work, 'tx' | 'emit'>,
  ids: readonly string[] | null,
): Promise<number> {
  const expired = await expireQueued(tx, ids, batchMax);
  for (const id of expired) emit({ type: 'print_job.expired', subject_type: 'print_job', subject_id: id });
  return expired.length;
}

/** Every minute, safe in several processes at once. Nothing depends on it: a claim looks at the clock itself. */
export async function sweepExpiredLabels(parts: Scheduling): Promise<void> {
  const organizations = await organizationsWithExpired(parts.database);
  const due = organizations.map((organization_id) => ({ organization_id, input: {} }));
  await submitDue(parts, 'expired labels', printJobCommands.expireJobs, due);
}
