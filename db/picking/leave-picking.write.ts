/** What shipments leave once they are picked or cancelled: their waves, their load, and the pick jobs they were in. */
import { runningWaveStates } from '../../domain/picking/wave-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { Shipment } from '../shipping/shipments.write.ts';
import { matching, sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { advanceJob, jobsOf } from './pick-jobs.write.ts';
import { updateWaveProgress } from './pick-tasks.write.ts';

/** A shipment that was picked or cancelled in any way leaves its wave, its pick jobs and, when cancelled, its load. */
export async function detachFromWaveAndLoad(work: StockPosting, shipment: Shipment): Promise<void> {
  const { tx, organizationId } = work;
  const key = { organization_id: organizationId, shipment_id: shipment.id };
  if (shipment.status === 'cancelled')
    await execute(tx, sql`delete from load_shipments where ${matching(key)}`);
  for (const waveId of await leaveWaves(tx, [shipment.id])) await updateWaveProgress(work, waveId);
  for (const jobId of await jobsOf(tx, [shipment.id])) await advanceJob(work, jobId);
}

/**
 * Ends the part of locked shipments in their waves. Returns the running waves they leave, in id order. An open one is not
 * even locked: who releases it locks its shipments first, so it is open until this transaction ends.
 */
export async function leaveWaves(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<readonly string[]> {
  const left = await rows<{ id: string }>(
    tx,
    sql`with ended as (
       update wave_shipments set is_active = false
        where organization_id = ${tx.organizationId} and shipment_id = any (${[...shipmentIds]}::uuid[]) and is_active
       returning wave_id)
     select w.id from waves w where w.organization_id = ${tx.organizationId} and w.id in (select wave_id from ended)
        and ${isOneOf('w.status', runningWaveStates)} order by w.id`,
  );
  return left.map(({ id }) => id);
}
