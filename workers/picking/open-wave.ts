/**
 * Opens a wave. With shipments: a wave of just these, taken out of the open wave they wait in. Without: the open wave of
 * the warehouse, ship mode and cutoff, found or made, with everything that waits at commit in no other active wave.
 */
import { assertReference } from '../../db/records.read.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { addToWave, insertWave, openWaveOf, type Wave } from '../../db/picking/waves.write.ts';
import { rows } from '../../db/database.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler, Work } from '../handler.ts';
import { assertOperator } from '../acting-person.ts';
import { joinWave } from './wave-shipments.ts';
import { sql } from '../../db/sql-text.ts';

export const openWave: Handler<typeof waveCommands.openWave> = async (work, input) => {
  const { tx, organizationId } = work;
  assertOperator(work);
  await assertReference(tx, organizationId, 'warehouses', input.warehouse_id, 'warehouse_id');
  const key = { warehouse_id: input.warehouse_id, ship_mode: input.ship_mode, cutoff: input.cutoff ?? null };
  if (input.shipment_ids) {
    const shipments = await lockShipments(tx, organizationId, input.shipment_ids);
    const wave = (await insertWave(work, { ...key, is_manual: true }))!;
    await joinWave(work, wave, input.shipment_ids, shipments);
    return { id: wave.id, existing: false };
  }
  const { wave, isNew } = await openWaveOf(work, key);
  await gatherWaiting(work, wave);
  return { id: wave.id, existing: !isNew };
};

// Read without their locks: who leaves commit meanwhile is left out at the release, who joined another wave collides here.
async function gatherWaiting({ tx, organizationId }: Work, wave: Wave): Promise<void> {
  const waiting = await rows<{ id: string; merchant_id: string }>(
    tx,
    sql`select s.id, s.merchant_id from wms_shipments s
      where s.organization_id = ${organizationId} and s.warehouse_id = ${wave.warehouse_id} and s.ship_mode = ${wave.ship_mode} and s.status = 'commit'
        and (${wave.cutoff}::timestamptz is null or s.created_at <= ${wave.cutoff}::timestamptz)
        and not exists (select 1 from wave_shipments w where w.organization_id = s.organization_id
                           and w.shipment_id = s.id and w.is_active)
      order by s.created_at, s.id limit 5000`,
  );
  await addToWave(tx, organizationId, wave.id, waiting);
}
