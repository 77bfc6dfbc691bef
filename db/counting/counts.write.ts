/** Writes of count tasks. Lock order: the task, its lines by id, then stock. */
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { CountState } from '../../domain/counting/count-states.ts';
import { stockOf } from '../../domain/inventory/choose-stock.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';

export interface CountTaskRow {
  id: string;
  warehouse_id: string;
  state: CountState;
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
  serial_nos: string[];
  serial_tracked: boolean;
}

export interface NewCountTask {
  id: string;
  task_no: string;
  warehouse_id: string;
  is_blind: boolean;
  assignee_id: string | null;
  note: string;
  created_by: string;
}

export async function insertCountTask(
  tx: TenantTransaction,
  { id, task_no, warehouse_id, is_blind, assignee_id, note, created_by }: NewCountTask,
): Promise<void> {
  await execute(
    tx,
    sql`insert into count_tasks (organization_id, id, task_no, warehouse_id, is_blind, assignee_id, note, created_by)
      values (${tx.organizationId}, ${id}, ${task_no}, ${warehouse_id}, ${is_blind}, ${assignee_id}, ${note}, ${created_by})`,
  );
}

export function lockCountTask(tx: TenantTransaction, id: string): Promise<CountTaskRow | undefined> {
  return row<CountTaskRow>(
    tx,
    sql`select id, warehouse_id, state from count_tasks where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

export function lockCountLines(tx: TenantTransaction, taskId: string): Promise<CountLineRow[]> {
  return rows<CountLineRow>(
    tx,
    sql`select n.id, n.location_id, n.item_id, n.merchant_id, n.lot_no, n.status, n.is_planned, n.attempt, n.counted_qty,
            n.expected_qty, n.serial_nos, i.serial_tracked
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

/** Locks locations that `enterLocationsAlone` has cleared, for as long as the task is open. */
export async function lockLocations(
  tx: TenantTransaction,
  taskId: string,
  locationIds: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into count_task_locations (organization_id, task_id, location_id)
        select ${tx.organizationId}::uuid, ${taskId}::uuid, unnest(${locationIds}::uuid[])`,
  );
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

/** Plans a line for everything at the task's locations (for those items only, when given). */
export async function planCountLines(
  tx: TenantTransaction,
  taskId: string,
  itemIds: readonly string[] | undefined,
): Promise<void> {
  await execute(
    tx,
    sql`insert into count_lines (organization_id, id, task_id, location_id, item_id, merchant_id, lot_no, status, is_planned)
     select organization_id, uuid7(), ${taskId}, location_id, item_id, merchant_id, lot_no, counted_as, true
       from (select distinct b.organization_id, b.location_id, b.item_id, b.merchant_id, b.lot_no,
                    case b.status when 'allocated' then 'available' else b.status end as counted_as
               from inventory_balances b
               join count_task_locations c on c.organization_id = b.organization_id and c.location_id = b.location_id
              where b.organization_id = ${tx.organizationId} and c.task_id = ${taskId} and b.qty > 0 and b.status <> 'in_transit'
                and (${itemIds ? [...itemIds] : null}::uuid[] is null or b.item_id = any (${itemIds ? [...itemIds] : null}::uuid[]))) as present`,
  );
}

export interface Counted {
  location_id: string;
  item_id: string;
  merchant_id: string;
  lot_no: string;
  status: 'available' | 'hold' | 'damaged';
  counted_qty: string;
  expected_qty: string;
  serial_nos: readonly string[];
}

/** Records one counted line: its latest quantity, and the scan, which is kept. */
export async function recordCount(
  tx: TenantTransaction,
  taskId: string,
  counted: Counted,
  countedBy: string,
): Promise<void> {
  const line = await row<{ id: string; attempt: number }>(
    tx,
    sql`insert into count_lines as l (organization_id, id, task_id, location_id, item_id, merchant_id, lot_no, status, is_planned,
        counted_qty, expected_qty, serial_nos, counted_at, counted_by)
     values (${tx.organizationId}, ${newId()}, ${taskId}, ${counted.location_id}, ${counted.item_id}, ${counted.merchant_id}, ${counted.lot_no}, ${counted.status}, false, ${counted.counted_qty}, ${counted.expected_qty}, ${[...counted.serial_nos]}, clock_timestamp(), ${countedBy})
     on conflict (organization_id, task_id, location_id, item_id, lot_no, status) do update
       set counted_qty = excluded.counted_qty, expected_qty = excluded.expected_qty, serial_nos = excluded.serial_nos, counted_at = excluded.counted_at,
           counted_by = excluded.counted_by
     returning l.id, l.attempt`,
  );
  await execute(
    tx,
    sql`insert into count_scans (organization_id, id, line_id, attempt, counted_qty, expected_qty, counted_by)
      values (${tx.organizationId}, ${newId()}, ${line!.id}, ${line!.attempt}, ${counted.counted_qty}, ${counted.expected_qty}, ${countedBy})`,
  );
}

/** Sends lines back to be recounted. */
export async function reopenCountLines(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update count_lines set counted_qty = null, expected_qty = null, serial_nos = '{}', counted_at = null, counted_by = null, attempt = attempt + 1
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
