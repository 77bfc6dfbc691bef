/** Which units a shipment left with, for who says it once more. */
import { shipmentStates, type ShipmentStatus } from '../../../domain/shipping/shipment-states.ts';
import { refuseOther } from '../../../domain/state-machine.ts';
import { rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import type { NamedSerials } from './ship-serials.write.ts';

/** Refuses 400 ILLEGAL_TRANSITION with the units on record when others are said to have left with a shipment that has. */
export async function assertSerialsLeft(
  tx: TenantTransaction,
  { id, status }: { id: string; status: ShipmentStatus },
  named: readonly NamedSerials[] = [],
): Promise<void> {
  if (named.length === 0) return;
  const left = await rows<NamedSerials>(
    tx,
    sql`select item_id, array_agg(serial_no order by serial_no) as serial_nos from serials
         where organization_id = ${tx.organizationId} and shipment_id = ${id} group by item_id order by item_id`,
  );
  const known = new Map(left.map((one) => [one.item_id, new Set(one.serial_nos)]));
  const isSo = named.every((one) => one.serial_nos.every((no) => known.get(one.item_id)?.has(no)));
  if (!isSo) throw refuseOther(shipmentStates, [status, 'ship'], { serials: left });
}
