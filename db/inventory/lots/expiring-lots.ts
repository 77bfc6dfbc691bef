/** Lots whose shelf life ends, for the schedule that tells of them and puts what has expired on hold. */
import { execute, row, rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import type { Lot } from './lots.write.ts';

/** At so many days before a lot expires it is told; -1: it has expired. */
const stages = [30, 7, 0, -1];
const oneRunMax = 1000;

/**
 * The days a lot `l` has left where they are fewest: it has expired once its last day ended at one warehouse that has some.
 * What no warehouse has is done with once that day ended everywhere.
 */
const left = sql`
  select coalesce(min(l.expiry_date - (now() at time zone w.time_zone)::date),
                  case when l.expiry_date < (now() at time zone 'UTC')::date - 1 then -1 end) as days_left,
         count(w.id) > 0 as is_here
    from (select distinct b.warehouse_id from inventory_balances b
           where b.organization_id = l.organization_id and b.item_id = l.item_id and b.lot_no = l.lot_no and b.qty > 0) b
    join warehouses w on w.organization_id = l.organization_id and w.id = b.warehouse_id`;

const due = sql`lots l
  cross join lateral (${left}) n
  cross join lateral (select min(stage) as stage from unnest(${stages}::integer[]) stage
                       where n.days_left is not null and stage >= greatest(n.days_left, -1)) t`;

const isDue = sql`l.hold_id is null and l.expiry_told is distinct from -1 and t.stage is not null
  and (l.expiry_told is null or t.stage < l.expiry_told)`;

/** What is somewhere first, and of that what expired first; the rest follows next time. */
export function lotsToExpire(tx: TenantTransaction): Promise<Lot[]> {
  return rows<Lot>(
    tx,
    // No clock is more than a day ahead of UTC.
    sql`select l.item_id, l.lot_no from ${due}
         where l.organization_id = ${tx.organizationId}
           and l.expiry_date <= (now() at time zone 'UTC')::date + 1 + ${Math.max(...stages)}::integer and ${isDue}
         order by n.is_here desc, l.expiry_date, l.item_id, l.lot_no limit ${oneRunMax}`,
  );
}

export interface ExpiringLot {
  merchant_id: string;
  expiry_date: string;
  days_left: number;
  /** Of what is told now. */
  stage: number;
  is_here: boolean;
}

/** The same of one lot that its caller has locked; undefined when there is nothing to tell. */
export function readExpiring(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
): Promise<ExpiringLot | undefined> {
  return row<ExpiringLot>(
    tx,
    sql`select i.merchant_id, l.expiry_date, n.days_left, t.stage, n.is_here
          from ${due} join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and l.lot_no = ${lotNo} and ${isDue}`,
  );
}

export function stockOfLot(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
): Promise<{ warehouse_id: string; qty: string }[]> {
  return rows(
    tx,
    sql`select warehouse_id, sum(qty) as qty from inventory_balances
         where organization_id = ${tx.organizationId} and item_id = ${itemId} and lot_no = ${lotNo} and qty > 0
         group by warehouse_id order by warehouse_id`,
  );
}

export async function recordExpiryTold(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: Lot,
  stage: number,
): Promise<void> {
  await execute(
    tx,
    sql`update lots set expiry_told = ${stage}::smallint
         where organization_id = ${tx.organizationId} and item_id = ${itemId} and lot_no = ${lotNo}`,
  );
}
