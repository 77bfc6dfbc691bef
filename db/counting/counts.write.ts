/** Writes of count tasks. Lock order: the task, its lines by id, then stock. */
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { CountKind, CountLock } from '../../domain/counting/count-kinds.ts';
import type { CountRules } from '../../domain/counting/count-rules.ts';
import type { CountState } from '../../domain/counting/count-states.ts';
import { stockOf } from '../../domain/inventory/choose-stock.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';

export interface CountTaskRow {
  id: string;
  warehouse_id: string;
  state: CountState;
  kind: CountKind;
  lock: CountLock;
  is_blind: boolean;
  rules: CountRules;
}

export interface CountLineRow {
  id: string;
  location_id: string;
  item_id: string;
  merchant_id: string;
  lot_no: string;
  status: 'available' | 'hold' | 'damaged';
  is_planned: boolean;
  attempt: number;
  counted_qty: string | null;
  expected_qty: string | null;
  /** What counts had posted to this stock until it was counted. */
  posted_before: string | null;
  /** What was found in earlier attempts: counted less expected. */
  earlier: string[];
  serial_nos: string[];
  serial_tracked: boolean;
}

export function lockCountTask(tx: TenantTransaction, id: string): Promise<CountTaskRow | undefined> {
  return row<CountTaskRow>(
    tx,
    sql`select id, warehouse_id, state, kind, lock, is_blind, rules from count_tasks where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

export function lockCountLines(tx: TenantTransaction, taskId: string): Promise<CountLineRow[]> {
  return rows<CountLineRow>(
    tx,
    sql`select n.id, n.location_id, n.item_id, n.merchant_id, n.lot_no, n.status, n.is_planned, n.attempt, n.counted_qty,
            n.expected_qty, n.posted_before, n.serial_nos, i.serial_tracked,
            case when n.attempt = 1 then '{}' else array(
              select distinct on (c.attempt) (c.counted_qty - c.expected_qty)::text from count_scans c
               where c.organization_id = n.organization_id and c.line_id = n.id and c.attempt < n.attempt
               order by c.attempt, c.counted_at desc, c.id desc) end as earlier
       from count_lines n
       join items i on i.organization_id = n.organization_id and i.id = n.item_id
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId} order by n.id for update of n`,
  );
}

/** Moves a task to a state, and dates its completion. */
export async function setCountState(
  tx: TenantTransaction,
  id: string,
  changes: { state: CountState; approved_by?: string; assignee_id?: string | undefined },
): Promise<void> {
  const completedAt = changes.state === 'completed' ? sql`now()` : undefined;
  await execute(
    tx,
    sql`update count_tasks set ${assignments({ ...changes, completed_at: completedAt, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/**
 * Waits for movements at the locations to finish and keeps new ones out until this transaction ends. Refuses 409
 * LOCATION_LOCKED when another task is counting there.
 */
export async function enterLocationsAlone(
  tx: TenantTransaction,
  locationIds: readonly string[],
): Promise<void> {
  const [taken] = await rows<{ location_id: string; count_task_id: string }>(
    tx,
    sql`select location_id, count_task_id from enter_locations_alone(${tx.organizationId}::uuid, ${[...locationIds]}::uuid[]) limit 1`,
  );
  if (taken)
    throw new Refusal('LOCATION_LOCKED', 'Another count task is counting this location.', { ...taken });
}

/** Locks places of a task that `enterLocationsAlone` has cleared, for as long as it is open. */
export async function lockLocations(
  tx: TenantTransaction,
  taskId: string,
  locationIds: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into location_locks (organization_id, count_task_id, location_id)
        select ${tx.organizationId}::uuid, ${taskId}::uuid, unnest(${locationIds}::uuid[])`,
  );
}

/** Releases a task's location locks. Returns the locations that are free again. */
export async function unlockLocations(tx: TenantTransaction, taskId: string): Promise<string[]> {
  const freed = await rows<{ location_id: string }>(
    tx,
    sql`delete from location_locks where organization_id = ${tx.organizationId} and count_task_id = ${taskId} returning location_id`,
  );
  return freed.map(({ location_id: id }) => id);
}

/** The locations that hold any of the items, for a count by item. */
export async function locationsOfItems(
  tx: TenantTransaction,
  warehouseId: string,
  itemIds: readonly string[],
): Promise<string[]> {
  const found = await rows<{ location_id: string }>(
    tx,
    sql`select distinct location_id from inventory_balances
      where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and item_id = any (${[...itemIds]}::uuid[]) and qty > 0 and status <> 'in_transit'
      order by location_id limit 501`,
  );
  return found.map(({ location_id: id }) => id);
}

/** Plans a line for everything the ledger has at these places of a task (of its items alone, where it counts some). */
export async function planCountLines(
  tx: TenantTransaction,
  taskId: string,
  locationIds: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into count_lines (organization_id, id, task_id, location_id, item_id, merchant_id, lot_no, status, is_planned)
     select organization_id, uuid7(), ${taskId}::uuid, location_id, item_id, merchant_id, lot_no, counted_as, true
       from (select distinct b.organization_id, b.location_id, b.item_id, b.merchant_id, b.lot_no,
                    case b.status when 'allocated' then 'available' else b.status end as counted_as
               from inventory_balances b
               join count_tasks t on t.organization_id = b.organization_id and t.id = ${taskId}
              where b.organization_id = ${tx.organizationId} and b.location_id = any (${[...locationIds]}::uuid[])
                and b.qty > 0 and b.status <> 'in_transit' and (t.item_ids is null or b.item_id = any (t.item_ids))) as present
     on conflict on constraint count_lines_once do nothing`,
  );
}

/** Somebody stands at these places of a task. Returns those where nobody was before. */
export async function visitPlaces(
  tx: TenantTransaction,
  taskId: string,
  locationIds: readonly string[],
): Promise<string[]> {
  const found = await rows<{ location_id: string; is_first: boolean }>(
    tx,
    sql`update count_task_locations c set visited_at = clock_timestamp()
       from count_task_locations before
      where c.organization_id = ${tx.organizationId} and c.task_id = ${taskId} and c.location_id = any (${[...locationIds]}::uuid[])
        and before.organization_id = c.organization_id and before.task_id = c.task_id and before.location_id = c.location_id
      returning c.location_id, before.visited_at is null as is_first`,
  );
  return found.filter(({ is_first: isFirst }) => isFirst).map(({ location_id: id }) => id);
}

/** Places of a task where nobody was yet. */
export async function unvisitedPlaces(tx: TenantTransaction, taskId: string): Promise<string[]> {
  const found = await rows<{ location_id: string }>(
    tx,
    sql`select location_id from count_task_locations
      where organization_id = ${tx.organizationId} and task_id = ${taskId} and visited_at is null order by location_id`,
  );
  return found.map(({ location_id: id }) => id);
}

export interface Counted {
  location_id: string;
  item_id: string;
  merchant_id: string;
  lot_no: string;
  status: 'available' | 'hold' | 'damaged';
  counted_qty: string;
  serial_nos: readonly string[];
}

/**
 * Records one counted line: its latest quantity with what the ledger says at this moment, and the scan, which is kept.
 * The caller holds the stock locked.
 */
export async function recordCount(
  tx: TenantTransaction,
  taskId: string,
  counted: Counted,
  counter: { id: string; name: string },
): Promise<string> {
  const expected = await ledgerPosition(tx, counted);
  const line = await row<{ id: string; attempt: number }>(
    tx,
    sql`insert into count_lines as l (organization_id, id, task_id, location_id, item_id, merchant_id, lot_no, status, is_planned,
        counted_qty, expected_qty, posted_before, serial_nos, counted_at, counted_by)
     values (${tx.organizationId}, ${newId()}, ${taskId}, ${counted.location_id}, ${counted.item_id}, ${counted.merchant_id}, ${counted.lot_no}, ${counted.status}, false, ${counted.counted_qty}, ${expected}, ${await postedByCounts(tx, counted)}, ${[...counted.serial_nos]}, clock_timestamp(), ${counter.name})
     on conflict (organization_id, task_id, location_id, item_id, lot_no, status) do update
       set counted_qty = excluded.counted_qty, expected_qty = excluded.expected_qty, posted_before = excluded.posted_before,
           serial_nos = excluded.serial_nos, counted_at = excluded.counted_at, counted_by = excluded.counted_by
     returning l.id, l.attempt`,
  );
  await execute(
    tx,
    sql`insert into count_scans (organization_id, id, line_id, attempt, counted_qty, expected_qty, counted_by, counter_id)
      values (${tx.organizationId}, ${newId()}, ${line!.id}, ${line!.attempt}, ${counted.counted_qty}, ${expected}, ${counter.name}, ${counter.id})`,
  );
  return line!.id;
}

/** What counts have posted to some stock so far. The caller holds the stock locked. */
async function postedByCounts(
  tx: TenantTransaction,
  at: { location_id: string; item_id: string; lot_no: string; status: string },
): Promise<string> {
  const found = await row<{ posted: string }>(
    tx,
    sql`select coalesce(sum(posted_delta), 0) as posted from count_lines
      where organization_id = ${tx.organizationId} and location_id = ${at.location_id} and item_id = ${at.item_id}
        and lot_no = ${at.lot_no} and status = ${at.status}`,
  );
  return found!.posted;
}

/**
 * The counted lines of a task whose stock another count is counting, or has posted to since the scan: what counts have
 * posted there in all, and whether one that is over scanned it later.
 */
export function otherCounts(
  tx: TenantTransaction,
  taskId: string,
): Promise<{ id: string; posted: string; is_newer: boolean }[]> {
  return rows(
    tx,
    sql`select n.id, coalesce(sum(o.posted_delta), 0) as posted,
            bool_or(t.state = 'completed' and o.counted_at > n.counted_at) as is_newer
       from count_lines n
       join count_lines o on o.organization_id = n.organization_id and o.location_id = n.location_id and o.item_id = n.item_id
        and o.lot_no = n.lot_no and o.status = n.status and o.task_id <> n.task_id
       join count_tasks t on t.organization_id = o.organization_id and t.id = o.task_id
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId} and n.counted_qty is not null
        and o.counted_qty is not null
      group by n.organization_id, n.id
     having coalesce(sum(o.posted_delta), 0) <> n.posted_before
         or bool_or(t.state in ('in_progress', 'review') or (t.state = 'completed' and o.counted_at > n.counted_at))`,
  );
}

/** The lines of a task that this person counted in an earlier attempt. */
export function countedBefore(
  tx: TenantTransaction,
  taskId: string,
  counterId: string,
): Promise<{ id: string; location_id: string; item_id: string; lot_no: string; status: string }[]> {
  return rows(
    tx,
    sql`select n.id, n.location_id, n.item_id, n.lot_no, n.status from count_lines n
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId} and n.attempt > 1
        and exists (select 1 from count_scans c where c.organization_id = n.organization_id and c.line_id = n.id
                       and c.attempt < n.attempt and c.counter_id = ${counterId})`,
  );
}

/** Sends lines back to be recounted. */
export async function reopenCountLines(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update count_lines set counted_qty = null, expected_qty = null, posted_before = null, serial_nos = '{}', counted_at = null, counted_by = null, attempt = attempt + 1
      where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}

/**
 * The ledger quantity of a balance, under lock; for available stock it includes what is allocated. It waits for rows
 * that are moving, so the figure is consistent.
 */
export async function ledgerPosition(
  tx: TenantTransaction,
  at: { location_id: string; item_id: string; lot_no: string; status: string },
): Promise<string> {
  const lying = await rows<{ qty: string }>(
    tx,
    sql`select qty from inventory_balances
      where organization_id = ${tx.organizationId} and item_id = ${at.item_id} and location_id = ${at.location_id} and lot_no = ${at.lot_no}
        and (status = ${at.status} or (${at.status} = 'available' and status = 'allocated'))
      order by item_id, location_id, status, lot_no, lpn_id for update`,
  );
  return stockOf(lying.map(({ qty }) => ({ lpn_id: null, qty }))).toString();
}
