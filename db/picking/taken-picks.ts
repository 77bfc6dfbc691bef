/**
 * Goods that a batch took from their place and that are not told apart at the wall yet: the ledger has them where they were,
 * the floor on a cart.
 */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Whether the goods of task `t` are in somebody's hands. */
export const isTaken = sql`(t.status = 'in_progress' and t.taken_at is not null and t.put_back_at is null)`;

/**
 * How much of an item and lot was taken from a place and not posted, now or at an earlier moment, besides what was taken of
 * these license plates.
 */
export async function takenFrom(
  tx: TenantTransaction,
  { location_id, item_id, lot_no }: { location_id: string; item_id: string; lot_no: string },
  moment: string | undefined,
  plateIds: readonly string[],
): Promise<Decimal> {
  const found = await row<{ qty: string }>(
    tx,
    // Of what was short later, only what was found had been taken.
    sql`select coalesce(sum(coalesce(t.picked_qty, t.qty)), 0) as qty
          from pick_tasks t cross join coalesce(${moment ?? null}::timestamptz, clock_timestamp()) as at
         where t.organization_id = ${tx.organizationId} and t.location_id = ${location_id} and t.item_id = ${item_id}
           and t.lot_no = ${lot_no} and t.taken_at <= at and coalesce(t.put_back_at, t.finished_at, 'infinity') > at
           and (t.finished_at is null or t.finished_at > at)
           and (t.lpn_id is null or t.lpn_id <> all (${[...plateIds]}::uuid[]))`,
  );
  return decimal(found!.qty);
}

/** The allocations of a shipment whose goods were taken. */
export async function takenAllocations(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<ReadonlySet<string>> {
  const found = await rows<{ allocation_id: string }>(
    tx,
    sql`select t.allocation_id from pick_tasks t
         where t.organization_id = ${tx.organizationId} and t.shipment_id = ${shipmentId} and ${isTaken}`,
  );
  return new Set(found.map(({ allocation_id: id }) => id));
}
