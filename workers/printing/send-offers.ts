/** Finds the printers of queued jobs and wakes their hubs. */
import type { OfferRow } from '../../db/printing/print-jobs.read.ts';
import { assignDefaultPrinters, offersOf } from '../../db/printing/print-jobs.write.ts';
import type { Work } from '../engine/handler.ts';

type Parts = Pick<Work, 'tx' | 'organizationId' | 'signal' | 'emit'>;

/**
 * Dispatches these jobs, also repeatedly: a job no longer queued is skipped, and one without a default printer stays
 * queued without a device. Returns for how many a hub was woken.
 */
export async function dispatchJobs(work: Parts, ids: readonly string[]): Promise<number> {
  // Sent at once: the second sees what the first assigned.
  const [, offers] = await Promise.all([assignPrinters(work, ids, ids.length), offersOf(work.tx, ids)]);
  return wake(work, offers);
}

/** Assigns waiting jobs (`ids` null: all of them) the default printer of their warehouse, and stores it. */
export async function assignPrinters(
  work: Parts,
  ids: readonly string[] | null,
  limit: number,
): Promise<OfferRow[]> {
  const assigned = await assignDefaultPrinters(work.tx, ids, limit);
  tellDispatched(work, assigned);
  return assigned;
}

/** These jobs were given a default printer. */
export function tellDispatched({ emit }: Pick<Parts, 'emit'>, offers: readonly OfferRow[]): void {
  for (const { print_job_id: id, device_id } of offers)
    emit({ type: 'print_job.dispatched', subject_type: 'print_job', subject_id: id, data: { device_id } });
}

/** Wakes the hub of every offer after the commit. */
export function wake({ signal }: Pick<Parts, 'signal'>, offers: readonly OfferRow[]): number {
  for (const offer of offers) signal({ kind: 'wake', offer });
  return offers.length;
}
