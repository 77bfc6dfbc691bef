/** Put-back tasks under lock: picked stock of a cancelled shipment on its way back to its location. */
import type { SetAsideStatus } from '../../domain/inventory/allocations.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

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
  from_location_id: string;
  to_location_id: string;
  to_status: SetAsideStatus;
}

const columns = sql`id, status, shipment_id, merchant_id, warehouse_id, item_id, lot_no, lpn_id, qty, from_location_id,
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
