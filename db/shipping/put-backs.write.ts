/** Put-back tasks under lock: picked stock of a cancelled shipment on its way back to its location. */
import type { SetAsideStatus } from '../../domain/inventory/allocations.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { standsAt } from './put-back-place.ts';

export interface PutBack {
  id: string;
  status: 'open' | 'done';
  shipment_id: string;
  merchant_id: string;
  warehouse_id: string;
  item_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  done_qty: string | null;
  from_location_id: string;
  to_location_id: string;
  to_status: SetAsideStatus;
}

const columns = sql`id, status, shipment_id, merchant_id, warehouse_id, item_id, lot_no, lpn_id, qty, done_qty, from_location_id,
  to_location_id, to_status`;

/** Locks a put-back task. */
export function lockPutBack(tx: TenantTransaction, id: string): Promise<PutBack | undefined> {
  return row<PutBack>(
    tx,
    sql`select ${columns} from put_back_tasks where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** Locks a shipment's open put-back tasks with goods on these license plates, in id order. */
export function lockPutBacksOn(
  tx: TenantTransaction,
  shipmentId: string,
  lpnIds: readonly string[],
): Promise<PutBack[]> {
  return rows<PutBack>(
    tx,
    sql`select ${columns} from put_back_tasks
      where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId} and lpn_id = any (${[...lpnIds]}::uuid[])
        and status = 'open' order by id for update`,
  );
}

/**
 * Locks what is to be put back on hold of shipments that were to take units of a return's line home, in id order: units that
 * wait for another decision meanwhile.
 */
export function lockPutBacksHome(
  tx: TenantTransaction,
  { return_line_id: lineId, lot_no: lotNo }: { return_line_id: string; lot_no: string },
): Promise<PutBack[]> {
  return rows<PutBack>(
    tx,
    sql`select ${columns} from put_back_tasks
      where organization_id = ${tx.organizationId} and status = 'open' and to_status = 'hold' and lot_no = ${lotNo}
        and shipment_id in (
          select h.id from dispositions d
            join wms_shipments h on h.organization_id = d.organization_id and h.disposition_id = d.id
           where d.organization_id = ${tx.organizationId} and d.return_line_id = ${lineId})
      order by id for update`,
  );
}

/** Locks the same of stock that is about to leave on hold, in id order. */
export function lockPutBacksHomeOf(
  tx: TenantTransaction,
  warehouseId: string,
  stock: readonly { item_id: string; lot_no: string }[],
): Promise<PutBack[]> {
  return rows<PutBack>(
    tx,
    sql`select ${columns} from put_back_tasks k
      where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and status = 'open' and to_status = 'hold'
        and (item_id, lot_no) in (
          select item_id, lot_no from jsonb_to_recordset(${JSON.stringify(stock)}::jsonb) as s (item_id uuid, lot_no text))
        and exists (select from wms_shipments h
                     where h.organization_id = k.organization_id and h.id = k.shipment_id and h.disposition_id is not null)
      order by id for update`,
  );
}

/** Where the goods of put-back tasks stand, and by how much less is on hold there than all that is to be put back from there. */
export function readLackingOf(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ id: string; location_id: string; lacking: string }[]> {
  return rows(
    tx,
    sql`select k.id, k.location_id, greatest(
               (select sum(o.qty) from put_back_tasks o
                 where o.organization_id = k.organization_id and o.warehouse_id = k.warehouse_id and o.status = 'open'
                   and o.item_id = k.item_id and o.lot_no = k.lot_no and ${standsAt('o')} = k.location_id)
               - (select coalesce(sum(b.qty), 0) from inventory_balances b
                   where b.organization_id = k.organization_id and b.location_id = k.location_id
                     and b.item_id = k.item_id and b.lot_no = k.lot_no and b.status = 'hold'), 0) as lacking
          from (select t.*, ${standsAt('t')} as location_id from put_back_tasks t
                 where t.organization_id = ${tx.organizationId} and t.id = any (${[...ids]}::uuid[])) k
         order by k.id`,
  );
}

/** A locked put-back task is of this much by now. */
export async function lowerPutBack(tx: TenantTransaction, id: string, qty: string): Promise<void> {
  await execute(
    tx,
    sql`update put_back_tasks set qty = ${qty} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Completes a locked put-back task: this much of its goods is at this location now. */
export async function endPutBack(
  tx: TenantTransaction,
  { id, qty }: Pick<PutBack, 'id' | 'qty'>,
  locationId: string,
  doneBy: string,
): Promise<void> {
  await execute(
    tx,
    sql`update put_back_tasks set status = 'done', done_qty = ${qty}, to_location_id = ${locationId}, done_at = now(), done_by = ${doneBy}
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
