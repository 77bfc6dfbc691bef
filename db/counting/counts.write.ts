/** Writes of count tasks. Lock order: the task, its lines by id, then stock. */
import { Refusal } from '../../domain/refusal.ts';
import type { CountKind, CountLock } from '../../domain/counting/count-kinds.ts';
import type { CountRules } from '../../domain/counting/count-rules.ts';
import type { CountState } from '../../domain/counting/count-states.ts';
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
  counted_at: Date | null;
  serial_tracked: boolean;
}

/** Of a task `t`. */
export const countTaskColumns = sql`t.id, t.warehouse_id, t.state, t.kind, t.lock, t.is_blind, t.rules`;

export function lockCountTask(tx: TenantTransaction, id: string): Promise<CountTaskRow | undefined> {
  return row<CountTaskRow>(
    tx,
    sql`select ${countTaskColumns} from count_tasks t where t.organization_id = ${tx.organizationId} and t.id = ${id} for update`,
  );
}

export function lockCountLines(tx: TenantTransaction, taskId: string): Promise<CountLineRow[]> {
  return rows<CountLineRow>(
    tx,
    sql`select n.id, n.location_id, n.item_id, n.merchant_id, n.lot_no, n.status, n.is_planned, n.attempt, n.counted_qty,
            n.expected_qty, n.posted_before, n.serial_nos, n.counted_at, i.serial_tracked,
            case when n.attempt = 1 then '{}' else array(
              select distinct on (c.attempt) (c.counted_qty - c.expected_qty)::text from count_scans c
               where c.organization_id = n.organization_id and c.line_id = n.id and c.attempt < n.attempt
               order by c.attempt, c.counted_at desc, c.id desc) end as earlier
       from count_lines n
       join items i on i.organization_id = n.organization_id and i.id = n.item_id
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId} order by n.id for update of n`,
  );
}

/** Moves a task to a state, and dates its completion or its claim; one that is no longer anybody's has none. */
export async function setCountState(
  tx: TenantTransaction,
  id: string,
  changes: { state: CountState; approved_by?: string; assignee_id?: string | null | undefined },
  claimedBy?: string,
): Promise<void> {
  const completedAt = changes.state === 'completed' ? sql`now()` : undefined;
  const claim =
    claimedBy !== undefined
      ? { claimed_by: claimedBy, claimed_at: sql`clock_timestamp()` }
      : changes.assignee_id === null
        ? { claimed_by: null, claimed_at: null }
        : {};
  await execute(
    tx,
    sql`update count_tasks set ${assignments({ ...changes, ...claim, completed_at: completedAt, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/**
 * When all that is left to count was counted by this person before, it is for others: the task of whoever has it (the
 * member, or a device of none) is nobody's, so that a claim gives it to one of them.
 */
export async function leaveToOthers(
  tx: TenantTransaction,
  taskId: string,
  { counterId, memberId }: { counterId: string; memberId: string | null },
): Promise<void> {
  await execute(
    tx,
    sql`update count_tasks t set assignee_id = null, claimed_by = null, claimed_at = null, updated_at = now()
         where t.organization_id = ${tx.organizationId} and t.id = ${taskId}
           and t.assignee_id is not distinct from ${memberId}::uuid
           and (select bool_and(exists (
                  select 1 from count_scans c where c.organization_id = n.organization_id and c.line_id = n.id
                     and c.attempt < n.attempt and c.counter_id = ${counterId}))
                  from count_lines n
                 where n.organization_id = t.organization_id and n.task_id = t.id and n.counted_qty is null)`,
  );
}

/** Whether what is left of a count another person has to count again. */
export async function isForOthers(tx: TenantTransaction, taskId: string): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from count_tasks t
         where t.organization_id = ${tx.organizationId} and t.id = ${taskId}
           and (t.rules -> 'recount' ->> 'other_person')::boolean and exists (
             select 1 from count_lines n where n.organization_id = t.organization_id and n.task_id = t.id
                and n.attempt > 1 and n.counted_qty is null)`,
  );
  return found !== undefined;
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

/** A count has no more places. */
export const countLocationsMax = 500;

/**
 * The locations that hold any of the items, behind one of them, for a count by item: one more than it can have, if there
 * are more.
 */
export async function locationsOfItems(
  tx: TenantTransaction,
  warehouseId: string,
  itemIds: readonly string[],
  after: string | null = null,
): Promise<string[]> {
  const found = await rows<{ location_id: string }>(
    tx,
    sql`select distinct location_id from inventory_balances
      where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and item_id = any (${[...itemIds]}::uuid[]) and qty > 0 and status <> 'in_transit'
        and (${after}::uuid is null or location_id > ${after}::uuid)
      order by location_id limit ${countLocationsMax + 1}`,
  );
  return found.map(({ location_id: id }) => id);
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
