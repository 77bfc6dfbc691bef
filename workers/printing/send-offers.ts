/** Finds the printers of queued jobs and wakes their hubs. */
import type { OfferRow } from '../../db/printing/print-jobs.read.ts';
import { assignDefaultPrinters, offersOf } from '../../db/printing/print-jobs.write.ts';
import type { Work } from '../handler.ts';

type Parts = Pick<Work, 'tx' | 'organizationId' | 'signal' | 'emit'>;

/**
 * Dispatches these jobs, once or again: a job that is no longer queued is passed over, and one for which there is no
 * default printer stays queued without a device. Returns how many hubs were woken for.
 */
export async function dispatchJobs(work: Parts, ids: readonly string[]): Promise<number> {
  // Sent at once: the second sees what the first assigned.
  const [, offers] = await Promise.all([
    assignPrinters(work, ids, ids.length),
    offersOf(work.tx, work.organizationId, ids),
  ]);
  return wake(work, offers);
}

/** Gives waiting jobs (`ids` null: all of them) the default printer of their warehouse, and records it. */
export async function assignPrinters(
  work: Parts,
  ids: readonly string[] | null,
  limit: number,
): Promise<OfferRow[]> {
  const assigned = await assignDefaultPrinters(work.tx, work.organizationId, ids, limit);
  for (const { print_job_id: id, device_id } of assigned) {
    work.emit({
      type: 'print_job.dispatched',
      subject_type: 'print_job',
      subject_id: id,
      data: { device_id },
    });
  }
  return assigned;
}

/** Wakes the hub of every offer after the commit. */
export function wake({ signal }: Pick<Parts, 'signal'>, offers: readonly OfferRow[]): number {
  for (const offer of offers) signal({ kind: 'wake', offer });
  return offers.length;
}
