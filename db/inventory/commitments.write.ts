/**
 * Promises and their lock. The lock of an item's promises is its row in item_promises without a warehouse: only the
 * transaction that holds it may promise, bind, allocate or release that item, until it ends.
 */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

const lockSql = (organizationId: string, itemIds: readonly string[]): SqlText => sql`
  select item_id from item_promises
   where organization_id = ${organizationId} and warehouse_id is null and item_id = any (${itemIds}::uuid[])
   order by item_id for update`;

/** Locks the promises of these items in id order. Read stock only in a later statement. */
export async function lockCommitments(tx: TenantTransaction, itemIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(itemIds)].sort();
  if (wanted.length === 0) return;
  const locked = await rows(tx, lockSql(tx.organizationId, wanted));
  if (locked.length === wanted.length) return;
  await execute(
    tx,
    sql`insert into item_promises (organization_id, item_id, warehouse_id, merchant_id)
     select i.organization_id, i.id, null, i.merchant_id from items i
      where i.organization_id = ${tx.organizationId} and i.id = any (${wanted}::uuid[]) order by i.id
     on conflict (organization_id, item_id, warehouse_id) do nothing`,
  );
  await rows(tx, lockSql(tx.organizationId, wanted));
}

export interface Reservation {
  order_line_id: string;
  order_id: string;
  merchant_id: string;
  item_id: string;
  warehouse_id: string | null;
  qty: string;
}

/** Places soft reservations. The caller holds the items' promises locked and has checked that stock covers them. */
export async function placeReservations(
  tx: TenantTransaction,
  reservations: readonly Reservation[],
): Promise<void> {
  if (reservations.length === 0) return;
  await execute(
    tx,
    sql`insert into reservations (organization_id, order_line_id, order_id, merchant_id, item_id, warehouse_id, qty)
     select ${tx.organizationId}::uuid, order_line_id, order_id, merchant_id, item_id, warehouse_id, qty
       from jsonb_to_recordset(${JSON.stringify(reservations)}::jsonb) as r (order_line_id uuid, order_id uuid, merchant_id uuid, item_id uuid,
            warehouse_id uuid, qty numeric)`,
  );
}

/** Releases every soft reservation of the orders. The caller holds the items' promises locked. */
export async function dropReservations(tx: TenantTransaction, orderIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`delete from reservations where organization_id = ${tx.organizationId} and order_id = any (${[...orderIds]}::uuid[])`,
  );
}
