/** Labels whose time has passed, as the sweep and a claim that comes too late both end them. */
import { expireQueued } from '../../db/printing/print-jobs.write.ts';
import type { Work } from '../engine/handler.ts';

/** How many are ended at a time. */
export const expiredMax = 1_000;

/** Ends these (null: any) and says how many. */
export async function expireLabels(
  { tx, emit }: Pick<Work, 'tx' | 'emit'>,
  ids: readonly string[] | null,
): Promise<number> {
  const expired = await expireQueued(tx, ids, expiredMax);
  for (const id of expired) emit({ type: 'print_job.expired', subject_type: 'print_job', subject_id: id });
  return expired.length;
}
