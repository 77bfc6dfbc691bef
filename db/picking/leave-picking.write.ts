/** What shipments leave once they are picked or cancelled: their waves, their load, and the pick jobs they were in. */
import { execute } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { Shipment } from '../shipping/shipments.write.ts';
import { matching, sql } from '../sql-text.ts';
import { advanceJob, jobsOf } from './pick-jobs.write.ts';
import { leaveWaves } from './wave-progress.write.ts';

/** A shipment that was picked or cancelled in any way leaves its wave, its pick jobs and, when cancelled, its load. */
export async function detachFromWaveAndLoad(work: StockPosting, shipment: Shipment): Promise<void> {
  const { tx, organizationId } = work;
  const key = { organization_id: organizationId, shipment_id: shipment.id };
  if (shipment.status === 'cancelled')
    await execute(tx, sql`delete from load_shipments where ${matching(key)}`);
  await leaveJobs(work, shipment.id);
  await leaveWaves(tx, [{ work, shipment_id: shipment.id }]);
}

/** Before its wave: who keeps an open task of that waits for no job's lock. */
export async function leaveJobs(work: StockPosting, shipmentId: string): Promise<void> {
  for (const jobId of await jobsOf(work.tx, [shipmentId])) await advanceJob(work, jobId);
}
