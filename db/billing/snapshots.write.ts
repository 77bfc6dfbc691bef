/**
 * Stock at the end of each day in the warehouse's time zone, from the ledger: the previous snapshot plus the day's
 * movements. A missed night is filled in the same way, so nothing depends on the schedule.
 */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql, type SqlText } from '../sql-text.ts';
import { postingsSettled } from '../posting-lock.ts';

interface DayToTake {
  warehouse_id: string;
  day: string;
}

/** Takes every missing day in the range that is over, oldest first. Returns how many. */
export async function takeSnapshots(tx: TenantTransaction, from: string, to: string): Promise<number> {
  const missing = await rows<DayToTake>(
    tx,
    sql`select w.id as warehouse_id, d::date as day
       from warehouses w
      cross join lateral generate_series(${from}::date, least(${to}::date, (now() at time zone w.time_zone)::date - 1), interval '1 day') d
      where w.organization_id = ${tx.organizationId}
        and not exists (select 1 from inventory_snapshot_days t
                         where t.organization_id = w.organization_id and t.warehouse_id = w.id and t.snapshot_day = d::date)
      order by w.id, d`,
  );
  // A posting that began before midnight would be missing from its day, and from every later one, which continues from it.
  if (missing.length > 0) await execute(tx, sql`select ${postingsSettled(tx.organizationId)}`);
  for (const { warehouse_id: warehouseId, day } of missing) await takeDay(tx, warehouseId, day);
  return missing.length;
}

/**
 * Takes one warehouse's day. If another transaction is taking the same day, the key makes this one wait, and the other
 * one wins.
 */
async function takeDay(tx: TenantTransaction, warehouseId: string, day: string): Promise<void> {
  const claimed = await execute(
    tx,
    sql`insert into inventory_snapshot_days (organization_id, warehouse_id, snapshot_day, rows_count, qty_total)
        values (${tx.organizationId}, ${warehouseId}, ${day}, 0, 0) on conflict do nothing`,
  );
  if (claimed === 0) return;
  const [previous] = await rows<{ taken: boolean }>(
    tx,
    sql`select exists (select 1 from inventory_snapshot_days where organization_id = ${tx.organizationId}::uuid
          and warehouse_id = ${warehouseId}::uuid and snapshot_day = ${day}::date - 1) as taken`,
  );
  const since = previous!.taken
    ? sql`and g.occurred_at >= ${day}::date::timestamp at time zone w.time_zone`
    : sql``;
  // Each says for stock at a place without a snapshot of the day before since when it has been here.
  const arrivals = previous!.taken
    ? movedOn(tx.organizationId, warehouseId, day)
    : arrivalsUntil(tx.organizationId, warehouseId, day);
  await execute(
    tx,
    sql`with w as (select time_zone from warehouses where organization_id = ${tx.organizationId}::uuid and id = ${warehouseId}::uuid),
      parts as (
        select merchant_id, item_id, location_id, status, lot_no, lpn_id, qty, first_received_on from inventory_snapshots
         where organization_id = ${tx.organizationId}::uuid and warehouse_id = ${warehouseId}::uuid and snapshot_day = ${day}::date - 1
           and ${previous!.taken}::boolean
        union all
        select g.merchant_id, g.item_id, g.location_id, g.status, g.lot_no, g.lpn_id, g.qty_delta, null
          from inventory_ledger g, w
         where g.organization_id = ${tx.organizationId}::uuid and g.warehouse_id = ${warehouseId}::uuid ${since}
           and g.occurred_at < (${day}::date + 1)::timestamp at time zone w.time_zone),
      stock as (
        select merchant_id, item_id, location_id, status, lot_no, lpn_id, sum(qty) as qty, min(first_received_on) as first_received_on
          from parts group by 1, 2, 3, 4, 5, 6 having sum(qty) <> 0),
      arrived as (${arrivals}),
      taken as (
        insert into inventory_snapshots (organization_id, warehouse_id, snapshot_day, merchant_id, item_id, location_id, status,
               lot_no, lpn_id, qty, first_received_on, storage_class)
        -- Stock keeps its first day while it does not move. After a move the first day of its license plate or lot
        -- counts, and other stock takes its day along.
        select ${tx.organizationId}::uuid, ${warehouseId}::uuid, ${day}::date, s.merchant_id, s.item_id, s.location_id, s.status, s.lot_no, s.lpn_id,
               s.qty,
               least(${day}::date, coalesce(s.first_received_on, (p.created_at at time zone w.time_zone)::date,
                     (t.first_received_at at time zone w.time_zone)::date, a.first_on, ${day}::date)),
               coalesce(nullif(l.storage_class, ''), i.storage_class)
          from stock s cross join w
          join locations l on l.organization_id = ${tx.organizationId}::uuid and l.id = s.location_id
          join items i on i.organization_id = ${tx.organizationId}::uuid and i.id = s.item_id
          left join lpns p on p.organization_id = ${tx.organizationId}::uuid and p.id = s.lpn_id
          left join lots t on t.organization_id = ${tx.organizationId}::uuid and t.item_id = s.item_id and t.lot_no = s.lot_no
          left join arrived a on (a.merchant_id, a.item_id, a.location_id, a.status, a.lot_no) = (s.merchant_id, s.item_id, s.location_id, s.status, s.lot_no)
           and a.lpn_id is not distinct from s.lpn_id
        returning qty)
      update inventory_snapshot_days set rows_count = (select count(*) from taken), qty_total = (select coalesce(sum(qty), 0) from taken)
       where organization_id = ${tx.organizationId}::uuid and warehouse_id = ${warehouseId}::uuid and snapshot_day = ${day}::date`,
  );
}

const stockKey = sql`merchant_id, item_id, location_id, status, lot_no, lpn_id`;

/**
 * The first days that stock took along to the places it was moved to on the day, over as many moves as there were: put
 * away or brought nearer, it is not stored anew.
 */
function movedOn(organizationId: string, warehouseId: string, day: string): SqlText {
  const same = (a: string, b: string): SqlText =>
    sql`${key(a)} = ${key(b)} and ${name(`${a}.lpn_id`)} is not distinct from ${name(`${b}.lpn_id`)}`;
  return sql`with recursive moves as materialized (
        select distinct g.merchant_id, g.item_id, g.lot_no, g.location_id, g.status, g.lpn_id,
               t.location_id as to_location_id, t.status as to_status, t.lpn_id as to_lpn_id
          from inventory_ledger g cross join w
          join inventory_ledger t on t.organization_id = g.organization_id and t.command_id = g.command_id
           and t.warehouse_id = g.warehouse_id and t.merchant_id = g.merchant_id and t.item_id = g.item_id and t.lot_no = g.lot_no
           and t.qty_delta > 0
         where g.organization_id = ${organizationId}::uuid and g.warehouse_id = ${warehouseId}::uuid and g.qty_delta < 0
           and g.occurred_at >= ${day}::date::timestamp at time zone w.time_zone
           and g.occurred_at < (${day}::date + 1)::timestamp at time zone w.time_zone),
      taken_along as (
        select m.merchant_id, m.item_id, m.to_location_id as location_id, m.to_status as status, m.lot_no, m.to_lpn_id as lpn_id,
               p.first_received_on
          from moves m join inventory_snapshots p on ${same('p', 'm')}
         where p.organization_id = ${organizationId}::uuid and p.warehouse_id = ${warehouseId}::uuid
           and p.snapshot_day = ${day}::date - 1
        union
        select m.merchant_id, m.item_id, m.to_location_id, m.to_status, m.lot_no, m.to_lpn_id, a.first_received_on
          from taken_along a join moves m on ${same('a', 'm')})
      select ${stockKey}, min(first_received_on) as first_on from taken_along group by ${stockKey}`;
}

const key = (row: string): SqlText =>
  sql`(${joined(
    ['merchant_id', 'item_id', 'location_id', 'status', 'lot_no'].map((column) => name(`${row}.${column}`)),
    ', ',
  )})`;

/**
 * Since when stock has lain where it is, for a day without a snapshot before it (the first of all, or one that retention
 * removed): the day after it was last used up. The same as a chain of snapshots would say, so that a day taken again
 * makes nothing younger.
 */
function arrivalsUntil(organizationId: string, warehouseId: string, day: string): SqlText {
  return sql`select ${stockKey}, min(moved_on) as first_on from (
      select n.*, max(moved_on) filter (where held = 0) over (partition by ${stockKey}) as emptied_on from (
        select m.*, sum(qty) over (partition by ${stockKey} order by moved_on) as held from (
          select ${stockKey}, (g.occurred_at at time zone w.time_zone)::date as moved_on, sum(g.qty_delta) as qty
            from inventory_ledger g, w
           where g.organization_id = ${organizationId}::uuid and g.warehouse_id = ${warehouseId}::uuid
             and g.occurred_at < (${day}::date + 1)::timestamp at time zone w.time_zone
           group by ${stockKey}, moved_on) m) n) e
     where moved_on > coalesce(emptied_on, '-infinity') group by ${stockKey}`;
}

export interface SnapshotMismatch {
  warehouse_id: string;
  day: string;
  snapshot_qty: string;
  ledger_qty: string;
}

/**
 * Days on which the merchant's snapshot differs from the ledger's running total: evidence that storage days are real.
 */
export function snapshotMismatches(
  tx: TenantTransaction,
  merchantId: string,
  from: string,
  to: string,
): Promise<SnapshotMismatch[]> {
  return rows<SnapshotMismatch>(
    tx,
    sql`with moved as (
        select g.warehouse_id, (g.occurred_at at time zone w.time_zone)::date as day, sum(g.qty_delta) as q
          from inventory_ledger g join warehouses w on w.organization_id = g.organization_id and w.id = g.warehouse_id
         where g.organization_id = ${tx.organizationId}::uuid and g.merchant_id = ${merchantId}::uuid group by 1, 2),
      days as (
        select d.warehouse_id, d.snapshot_day as day,
               coalesce((select sum(m.q) from moved m where m.warehouse_id = d.warehouse_id and m.day <= d.snapshot_day), 0) as ledger_qty,
               coalesce((select sum(s.qty) from inventory_snapshots s where s.organization_id = d.organization_id
                   and s.merchant_id = ${merchantId}::uuid and s.warehouse_id = d.warehouse_id and s.snapshot_day = d.snapshot_day), 0) as snapshot_qty
          from inventory_snapshot_days d
         where d.organization_id = ${tx.organizationId}::uuid and d.snapshot_day between ${from}::date and ${to}::date)
      select warehouse_id, day, snapshot_qty, ledger_qty from days where snapshot_qty <> ledger_qty order by warehouse_id, day`,
  );
}

/** Takes a warehouse's snapshots again from the ledger, from this day on, to include what was posted late. */
export async function retakeSnapshots(
  tx: TenantTransaction,
  warehouseId: string,
  from: string,
): Promise<void> {
  const days = await rows<{ day: string }>(
    tx,
    sql`select snapshot_day as day from inventory_snapshot_days where organization_id = ${tx.organizationId}::uuid
          and warehouse_id = ${warehouseId}::uuid and snapshot_day >= ${from}::date order by 1 for update`,
  );
  for (const table of [sql`inventory_snapshots`, sql`inventory_snapshot_days`]) {
    await execute(
      tx,
      sql`delete from ${table} where organization_id = ${tx.organizationId}::uuid and warehouse_id = ${warehouseId}::uuid
            and snapshot_day >= ${from}::date`,
    );
  }
  for (const { day } of days) await takeDay(tx, warehouseId, day);
}
