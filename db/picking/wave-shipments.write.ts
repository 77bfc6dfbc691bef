/** Which shipments may join a wave, and which wave they are in. */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { Wave } from './waves.write.ts';

const waitingMax = 5000;

/**
 * Shipments at commit that match an open wave and are in no active one, oldest first, at most 5,000. Read without
 * locks: a shipment that leaves commit meanwhile is left out at the release, and one that joined another wave collides
 * when it is added.
 */
export function waitingFor(
  tx: TenantTransaction,
  wave: Pick<Wave, 'warehouse_id' | 'ship_mode' | 'cutoff'>,
): Promise<{ id: string; merchant_id: string }[]> {
  return rows<{ id: string; merchant_id: string }>(
    tx,
    sql`select s.id, s.merchant_id from wms_shipments s
      where s.organization_id = ${tx.organizationId} and s.warehouse_id = ${wave.warehouse_id} and s.ship_mode = ${wave.ship_mode} and s.status = 'commit'
        and (${wave.cutoff}::timestamptz is null or s.created_at <= ${wave.cutoff}::timestamptz)
        and not exists (select 1 from wave_shipments w where w.organization_id = s.organization_id
                           and w.shipment_id = s.id and w.is_active)
      order by s.created_at, s.id limit ${waitingMax}`,
  );
}

export interface PlacedShipment {
  shipment_id: string;
  wave_id: string;
  status: string;
}

/** The other waves these locked shipments are in, entered in id order so that none is released meanwhile. */
export async function enterOtherWavesOf(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
  waveId: string,
): Promise<PlacedShipment[]> {
  const theirs = sql`s.organization_id = ${tx.organizationId} and s.shipment_id = any (${[...shipmentIds]}::uuid[]) and s.is_active and s.wave_id <> ${waveId}`;
  await execute(tx, sql`select enter_waves(array_agg(s.wave_id)) from wave_shipments s where ${theirs}`);
  return rows<PlacedShipment>(
    tx,
    sql`select s.shipment_id, s.wave_id, w.status
       from wave_shipments s join waves w on w.organization_id = s.organization_id and w.id = s.wave_id
      where ${theirs} order by s.wave_id`,
  );
}

/** Which of these shipments have a different warehouse or ship mode than the wave. */
export async function ofAnotherKey(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
  wave: Pick<Wave, 'warehouse_id' | 'ship_mode'>,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from wms_shipments where organization_id = ${tx.organizationId} and id = any (${[...shipmentIds]}::uuid[])
        and (warehouse_id <> ${wave.warehouse_id} or ship_mode <> ${wave.ship_mode}) order by id`,
  );
  return found.map(({ id }) => id);
}
