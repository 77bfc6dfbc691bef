/** Finds the printers of queued jobs and wakes their hubs. */
import type { OfferRow } from '../../db/printing/print-jobs.read.ts';
import { assignDefaultPrinters, offersOf } from '../../db/printing/print-jobs.write.ts';
import type { Work } from '../handler.ts';

type Parts = Pick<Work, 'tx' | 'organizationId' | 'signal' | 'tell'>;

/** Dispatches these jobs; those for which there is no default printer stay queued without a device. Returns how many went out. */
export async function dispatchJobs(work: Parts, ids: readonly string[]): Promise<number> {
  const assigned = await assignDefaultPrinters(work.tx, work.organizationId, ids, ids.length);
  const offers =
    assigned.length === ids.length ? assigned : await offersOf(work.tx, work.organizationId, ids);
  return wake(work, offers);
}

/** Wakes the hub of every offer after the commit. */
export function wake({ signal, tell }: Parts, offers: readonly OfferRow[]): number {
  for (const offer of offers) {
    tell({
      type: 'print_job.dispatched',
      subject_type: 'print_job',
      subject_id: offer.print_job_id,
      data: { device_id: offer.device_id, attempt: offer.attempt },
    });
    signal({ kind: 'wake', offer });
  }
  return offers.length;
}
