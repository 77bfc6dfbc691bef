/**
 * Stock at the end of each day in the warehouse's time zone, from the ledger: the previous snapshot plus the day's
 * movements. A missed night is filled in the same way, so nothing depends on the schedule.
 */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { postingsSettled } from '../posting-lock.ts';
import { heldSince, movedOn, sameStock, stockKey, type WarehouseDay } from './stock-age.ts';

interface DayToTake {
  warehouse_id: string;
  day: string;
}

/** The days in the range that are over in the warehouse `w`. */
const daysOver = (from: string, to: string): SqlText =>
  sql`generate_series(${from}::date, least(${to}::date, (now() at time zone w.time_zone)::date - 1), interval '1 day')`;

/** The days in the range that are over and were not taken, of each warehouse or of one, oldest first. */
export function missingDays(
  tx: TenantTransaction,
  { from, to, warehouseId = null }: { from: string; to: string; warehouseId?: string | null },
): Promise<DayToTake[]> {
  return rows<DayToTake>(
    tx,
    sql`select w.id as warehouse_id, d::date as day
       from warehouses w
      cross join lateral ${daysOver(from, to)} d
      where w.organization_id = ${tx.organizationId} and (${warehouseId}::uuid is null or w.id = ${warehouseId}::uuid)
        and not exists (select 1 from inventory_snapshot_days t
                         where t.organization_id = w.organization_id and t.warehouse_id = w.id and t.snapshot_day = d::date)
      order by w.id, d`,
  );
}

/** Takes every missing day in the range that is over. Returns how many. */
export async function takeSnapshots(tx: TenantTransaction, from: string, to: string): Promise<number> {
  const missing = await missingDays(tx, { from, to });
  await takeDays(tx, missing);
  return missing.length;
}

/** Takes days that are over, those of a warehouse oldest first. */
export async function takeDays(tx: TenantTransaction, days: readonly DayToTake[]): Promise<void> {
  // A posting that began before midnight would be missing from its day, and from every later one, which continues from it.
  if (days.length > 0) await execute(tx, sql`select ${postingsSettled(tx.organizationId)}`);
  for (const { warehouse_id: warehouseId, day } of days) await takeDay(tx, warehouseId, day);
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
  const at: WarehouseDay = { organizationId: tx.organizationId, warehouseId, day };
  const since = previous!.taken
    ? sql`and g.occurred_at >= ${day}::date::timestamp at time zone w.time_zone`
    : sql``;
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
        select ${stockKey}, sum(qty) as qty, min(first_received_on) as first_received_on
          from parts group by ${stockKey} having sum(qty) <> 0),
      ${previous!.taken ? agesFromDayBefore(at) : agesFromLedger(at)},
      taken as (
        insert into inventory_snapshots (organization_id, warehouse_id, snapshot_day, merchant_id, item_id, location_id, status,
               lot_no, lpn_id, qty, first_received_on, storage_class)
        select ${tx.organizationId}::uuid, ${warehouseId}::uuid, ${day}::date, s.merchant_id, s.item_id, s.location_id, s.status, s.lot_no, s.lpn_id,
               s.qty, coalesce(s.first_received_on, a.since, ${day}::date), coalesce(nullif(l.storage_class, ''), i.storage_class)
          from stock s
          join locations l on l.organization_id = ${tx.organizationId}::uuid and l.id = s.location_id
          join items i on i.organization_id = ${tx.organizationId}::uuid and i.id = s.item_id
          left join aged a on ${sameStock('a', 's')}
        returning qty)
      update inventory_snapshot_days set rows_count = (select count(*) from taken), qty_total = (select coalesce(sum(qty), 0) from taken)
       where organization_id = ${tx.organizationId}::uuid and warehouse_id = ${warehouseId}::uuid and snapshot_day = ${day}::date`,
  );
}

/**
 * How old stock is that was not at its place the day before: it takes its first day along from where it was. What came
 * on the day is as old as what is left of its license plate or lot.
 */
function agesFromDayBefore(at: WarehouseDay): SqlText {
  return sql`moved as (${movedOn(at)}),
      fresh as (select ${stockKey} from stock s where first_received_on is null
         and not exists (select 1 from moved m where ${sameStock('m', 's')})),
      ${platesAndLots(at)},
      aged as (select ${stockKey}, since from moved
        union all select ${freshKey}, coalesce(p.since, t.since) from ${freshWithPlatesAndLots})`;
}

/**
 * How old stock is without a snapshot of the day before (the first of all, or one that retention removed): as old as its
 * license plate or lot, else since its place was last empty. The same as a chain of snapshots would say, so that a day
 * taken again makes nothing younger.
 */
function agesFromLedger(at: WarehouseDay): SqlText {
  return sql`fresh as (select ${stockKey} from stock),
      placed as (${heldSince(at, stockKey, sql`true`)}),
      ${platesAndLots(at)},
      aged as (select ${freshKey}, coalesce(p.since, t.since, h.since) as since
        from ${freshWithPlatesAndLots} left join placed h on ${sameStock('h', 'f')})`;
}

const freshKey = sql`f.merchant_id, f.item_id, f.location_id, f.status, f.lot_no, f.lpn_id`;

const freshWithPlatesAndLots = sql`fresh f
          left join plates p on p.merchant_id = f.merchant_id and p.lpn_id = f.lpn_id
          left join lots_held t on t.item_id = f.item_id and t.lot_no = f.lot_no`;

// One by one, by their indexes: the ledger is long, and what is fresh is little of it.
function platesAndLots(at: WarehouseDay): SqlText {
  const ofPlate = sql`g.merchant_id = f.merchant_id and g.lpn_id = f.lpn_id`;
  const ofLot = sql`g.item_id = f.item_id and g.lot_no = f.lot_no and g.lot_no <> ''`;
  return sql`plates as (select h.* from (select distinct merchant_id, lpn_id from fresh where lpn_id is not null) f
        cross join lateral (${heldSince(at, sql`merchant_id, lpn_id`, ofPlate)}) h),
      lots_held as (select h.* from (select distinct item_id, lot_no from fresh where lot_no <> '') f
        cross join lateral (${heldSince(at, sql`item_id, lot_no`, ofLot)}) h)`;
}

export interface SnapshotMismatch {
  warehouse_id: string;
  day: string;
  snapshot_qty: string;
  ledger_qty: string;
}

/**
 * Days on which the merchant's snapshot differs from the ledger's running total, as one that was never taken does:
 * evidence that storage days are real.
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
        select w.id as warehouse_id, d::date as day,
               coalesce((select sum(m.q) from moved m where m.warehouse_id = w.id and m.day <= d::date), 0) as ledger_qty,
               coalesce((select sum(s.qty) from inventory_snapshots s where s.organization_id = w.organization_id
                   and s.merchant_id = ${merchantId}::uuid and s.warehouse_id = w.id and s.snapshot_day = d::date), 0) as snapshot_qty
          from warehouses w cross join lateral ${daysOver(from, to)} d
         where w.organization_id = ${tx.organizationId}::uuid)
      select warehouse_id, day, snapshot_qty, ledger_qty from days where snapshot_qty <> ledger_qty order by warehouse_id, day`,
  );
}

/**
 * Takes a warehouse's snapshots again from the ledger, from this day on, to include what was posted late. Steps of
 * several merchants may want the same one: they take turns by its lock, so that each reads the days of the one before.
 */
export async function retakeSnapshots(
  tx: TenantTransaction,
  warehouseId: string,
  from: string,
): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('snapshots|' || ${tx.organizationId} || '|' || ${warehouseId}, 0))`,
  );
  const days = await rows<{ day: string }>(
    tx,
    sql`select snapshot_day as day from inventory_snapshot_days where organization_id = ${tx.organizationId}::uuid
          and warehouse_id = ${warehouseId}::uuid and snapshot_day >= ${from}::date order by 1`,
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
