/** Reads of count tasks. */
import type { CountKind, CountLock } from '../../domain/counting/count-kinds.ts';
import type { CountState } from '../../domain/counting/count-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface CountTaskDetail {
  id: string;
  task_no: string;
  warehouse_id: string;
  state: CountState;
  kind: CountKind;
  lock: CountLock;
  plan_id: string | null;
  due_on: string | null;
  item_ids: string[] | null;
  is_blind: boolean;
  assignee_id: string | null;
  claimed_at: Date | null;
  note: string;
  created_by: string;
  approved_by: string | null;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  lines_total: number;
  lines_counted: number;
}

// Of a count of several merchants' items, a merchant's token is told its own.
const itemIds = sql`case when t.item_ids is not null then array(
  select i.id from unnest(t.item_ids) with ordinality as asked (id, place)
    join items i on i.organization_id = t.organization_id and i.id = asked.id
   order by asked.place) end`;

const columns = sql`t.id, t.task_no, t.warehouse_id, t.state, t.kind, t.lock, t.plan_id, t.due_on, ${itemIds} as item_ids, t.is_blind, t.assignee_id, t.claimed_at, t.note, t.created_by,
  t.approved_by, t.created_at, t.updated_at, t.completed_at,
  (select count(*)::integer from count_lines n
    where n.organization_id = t.organization_id and n.task_id = t.id) as lines_total,
  (select count(n.counted_qty)::integer from count_lines n
    where n.organization_id = t.organization_id and n.task_id = t.id) as lines_counted`;

export function listCountTasks(
  tx: TenantTransaction,
  {
    location_id: locationId,
    ...equal
  }: {
    state?: string;
    kind?: string;
    plan_id?: string;
    warehouse_id?: string;
    assignee_id?: string;
    location_id?: string;
  },
  page: PageQuery,
): Promise<PageOf<CountTaskDetail>> {
  const wanted = equalTo('t', { organization_id: tx.organizationId, ...equal });
  if (locationId) {
    wanted.push(sql`exists (select 1 from count_task_locations c
      where c.organization_id = t.organization_id and c.task_id = t.id and c.location_id = ${locationId})`);
  }
  const order = ['-t.created_at', '-t.id'];
  return readPage(tx, { columns, from: sql`count_tasks t`, where: every(wanted), order }, page);
}

export function findCountTask(tx: TenantTransaction, id: string): Promise<CountTaskDetail | undefined> {
  return row<CountTaskDetail>(
    tx,
    sql`select ${columns} from count_tasks t where t.organization_id = ${tx.organizationId} and t.id = ${id}`,
  );
}

export interface CountLineDetail {
  id: string;
  location_id: string;
  location: string;
  item_id: string;
  sku: string;
  item_name: string;
  lot_no: string | null;
  status: 'available' | 'hold' | 'damaged';
  is_planned: boolean;
  attempt: number;
  counted_qty: string | null;
  expected_qty: string | null;
  difference: string | null;
  posted_delta: string | null;
  serial_nos: string[];
  counted_by: string | null;
  counted_at: Date | null;
}

const linesShownMax = 5000;

/** The lines of a task in walking order, at most 5000. */
export function listCountLines(tx: TenantTransaction, taskId: string): Promise<CountLineDetail[]> {
  return rows<CountLineDetail>(
    tx,
    sql`select n.id, n.location_id, l.code as location, n.item_id, i.sku, i.name as item_name, nullif(n.lot_no, '') as lot_no,
            n.status, n.is_planned, n.attempt, n.counted_qty, n.expected_qty, n.counted_qty - n.expected_qty as difference,
            n.posted_delta, n.serial_nos, n.counted_by, n.counted_at
       from count_lines n
       join locations l on l.organization_id = n.organization_id and l.id = n.location_id
       join items i on i.organization_id = n.organization_id and i.id = n.item_id
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId}
      order by l.pick_sequence, l.code, i.sku, n.lot_no, n.status limit ${linesShownMax}`,
  );
}

/**
 * Where a counter goes, in walking order, and which items were asked for (none: all that is there). Of a recount, only the
 * places with a line that is still to be counted again.
 */
export async function readCountWalk(
  tx: TenantTransaction,
  taskId: string,
): Promise<{ locations: string[]; skus: string[] }> {
  const lines = sql`select 1 from count_lines n where n.organization_id = t.organization_id and n.task_id = t.id`;
  const found = await row<{ locations: string[]; skus: string[] }>(
    tx,
    sql`select array(select l.code from count_task_locations c
                       join locations l on l.organization_id = c.organization_id and l.id = c.location_id
                      where c.organization_id = t.organization_id and c.task_id = t.id
                        and (not exists (${lines} and n.attempt > 1)
                             or exists (${lines} and n.location_id = c.location_id and n.counted_qty is null))
                      order by l.pick_sequence, l.code limit 500) as locations,
               array(select i.sku from unnest(t.item_ids) with ordinality as asked (id, place)
                       join items i on i.organization_id = t.organization_id and i.id = asked.id
                      order by asked.place) as skus
          from count_tasks t where t.organization_id = ${tx.organizationId} and t.id = ${taskId}`,
  );
  return found!;
}

/** The ids of the locations a task counts. */
export async function countedLocations(tx: TenantTransaction, taskId: string): Promise<ReadonlySet<string>> {
  const found = await rows<{ location_id: string }>(
    tx,
    sql`select location_id from count_task_locations
         where organization_id = ${tx.organizationId} and task_id = ${taskId}`,
  );
  return new Set(found.map(({ location_id: id }) => id));
}

/** Those of these ids that are locations in that warehouse. */
export async function knownLocations(
  tx: TenantTransaction,
  warehouseId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from locations
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and id = any (${ids}::uuid[])`,
  );
  return found.map(({ id }) => id);
}

export function listCountLocations(
  tx: TenantTransaction,
  taskId: string,
): Promise<{ location_id: string; location: string; is_locked: boolean; visited_at: Date | null }[]> {
  return rows(
    tx,
    sql`select c.location_id, l.code as location, k.location_id is not null as is_locked, c.visited_at
       from count_task_locations c
       join locations l on l.organization_id = c.organization_id and l.id = c.location_id
       left join location_locks k on k.organization_id = c.organization_id and k.location_id = c.location_id
                                  and k.count_task_id = c.task_id
      where c.organization_id = ${tx.organizationId} and c.task_id = ${taskId} order by l.pick_sequence, l.code limit 500`,
  );
}
