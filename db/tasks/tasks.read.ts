/**
 * Lists warehouse tasks of every kind together. Receiving tasks are rows of `tasks`; counts, picks and put-backs have
 * tables of their own and appear with the same columns and the same four statuses.
 */
import { isOneOf } from '../state-columns.ts';
import { endedCountStates } from '../../domain/counting/count-states.ts';
import { plannedMoveKinds, type PlannedMoveKind } from '../../domain/moves/move-kinds.ts';
import { pickedTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import type { TaskStatus } from '../../domain/receiving/receiving-task-states.ts';
import { statesReadAs, taskStatusOf, type TaskKind } from '../../domain/tasks/task-kinds.ts';
import { usualPriority } from '../../domain/tasks/work-kinds.ts';
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, joined, name, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface TaskRow extends ProgressCounters {
  id: string;
  task_type: string;
  status: TaskStatus;
  warehouse_id: string;
  ref_type: string;
  ref_id: string;
  ref_no: string | null;
  assignee_id: string | null;
  priority: number;
  receiving_method: 'palletized' | 'direct' | 'decide' | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface TaskFilters {
  task_type?: string | undefined;
  status?: TaskStatus | undefined;
  warehouse_id?: string | undefined;
  id?: string | undefined;
  /** Who has it: of what is not over. */
  assignee_id?: string | undefined;
}

// Every branch has the same columns in the same order. Progress: lines, then quantities in base units.
type Columns = Record<keyof TaskRow, SqlText>;

const usual = sql`${usualPriority}::integer`;

const received: Columns = {
  id: sql`t.id`,
  task_type: sql`t.task_type`,
  status: sql`t.status`,
  warehouse_id: sql`t.warehouse_id`,
  ref_type: sql`t.ref_type`,
  ref_id: sql`t.ref_id`,
  ref_no: sql`r.receipt_no`,
  assignee_id: sql`t.assignee_id`,
  priority: sql`t.priority`,
  receiving_method: sql`t.receiving_method`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
  started_at: sql`t.started_at`,
  finished_at: sql`t.finished_at`,
  // A receipt keeps its own progress; for other kinds the task does.
  lines_total: sql`coalesce(r.lines_total, t.lines_total, 0)`,
  lines_done: sql`coalesce(r.lines_done, t.lines_done, 0)`,
  expected_qty: sql`coalesce(r.expected_qty, t.expected_qty, 0)`,
  covered_qty: sql`coalesce(r.covered_qty, least(t.counted_qty, t.expected_qty), 0)`,
  counted_qty: sql`coalesce(r.counted_qty, t.counted_qty, 0)`,
};

const countLines = sql`from count_lines n where n.organization_id = t.organization_id and n.task_id = t.id`;

const counted: Columns = {
  ...received,
  assignee_id: sql`coalesce(t.claimed_by, t.assignee_id)`,
  task_type: sql`'count'`,
  status: statusOf('count', sql`t.state`),
  ref_type: sql`'count_task'`,
  ref_id: sql`t.id`,
  ref_no: sql`t.task_no`,
  priority: usual,
  receiving_method: sql`null::text`,
  started_at: sql`(select min(n.counted_at) ${countLines})`,
  finished_at: sql`case when ${isOneOf('t.state', endedCountStates)} then coalesce(t.completed_at, t.updated_at) end`,
  lines_total: sql`(select count(*) ${countLines})::integer`,
  lines_done: sql`(select count(*) ${countLines} and n.counted_qty is not null)::integer`,
  // The expected quantity of a count is not shown, because the count may be blind.
  expected_qty: sql`0::numeric`,
  covered_qty: sql`0::numeric`,
  counted_qty: sql`coalesce((select sum(n.counted_qty) ${countLines}), 0)`,
};

const picked: Columns = {
  ...received,
  task_type: sql`'pick'`,
  status: statusOf('pick', sql`t.status`),
  ref_type: sql`'shipment'`,
  ref_id: sql`t.shipment_id`,
  ref_no: sql`s.shipment_no`,
  priority: sql`t.priority`,
  receiving_method: sql`null::text`,
  updated_at: sql`greatest(t.created_at, t.assigned_at, t.started_at, t.finished_at)`,
  lines_total: sql`1`,
  lines_done: sql`(${isOneOf('t.status', pickedTaskStates)})::integer`,
  expected_qty: sql`t.qty`,
  covered_qty: sql`coalesce(t.picked_qty, 0)`,
  counted_qty: sql`coalesce(t.picked_qty, 0)`,
};

const putBack: Columns = {
  ...picked,
  task_type: sql`'put_back'`,
  status: statusOf('put_back', sql`t.status`),
  priority: usual,
  assignee_id: sql`case when t.claimed_until > now() then t.claimed_by end`,
  updated_at: sql`greatest(t.created_at, t.done_at)`,
  started_at: sql`null::timestamptz`,
  finished_at: sql`t.done_at`,
  lines_done: sql`(t.status = 'done')::integer`,
  covered_qty: sql`coalesce(t.done_qty, 0)`,
  counted_qty: sql`coalesce(t.done_qty, 0)`,
};

const moved = (kind: PlannedMoveKind): Columns => ({
  ...received,
  task_type: sql`t.kind`,
  status: statusOf(kind, sql`t.status`),
  ref_type: sql`'planned_move'`,
  ref_id: sql`t.id`,
  ref_no: sql`t.move_no`,
  receiving_method: sql`null::text`,
  updated_at: sql`greatest(t.created_at, t.assigned_at, t.started_at, t.finished_at)`,
  lines_total: sql`1`,
  lines_done: sql`(t.status = 'done')::integer`,
  expected_qty: sql`t.qty`,
  covered_qty: sql`coalesce(t.done_qty, 0)`,
  counted_qty: sql`coalesce(t.done_qty, 0)`,
});

/** Maps a table's own states to the list's statuses. */
function statusOf(kind: TaskKind, state: SqlText): SqlText {
  const cases = Object.entries(taskStatusOf[kind])
    .map(([own, read]) => sql`when ${own} then ${read}`)
    .reduce((before, next) => sql`${before} ${next}`);
  return sql`case ${state} ${cases} end`;
}

const ofShipment = sql`join wms_shipments s on s.organization_id = t.organization_id and s.id = t.shipment_id`;

interface TaskSource {
  from: SqlText;
  state: SqlText;
  columns: Columns;
  /** Whether this person has it; as the index of the table has it. */
  isHeldBy(person: string): SqlText;
  /** Which rows of the table are of the kind; all of them if not given. */
  where?: SqlText;
}

const isAssignedTo = (person: string): SqlText =>
  sql`t.assignee_id = ${person} and t.status in ('assigned', 'in_progress')`;

const moveSource = (kind: PlannedMoveKind): TaskSource => ({
  from: sql`planned_moves t`,
  state: sql`t.status`,
  columns: moved(kind),
  isHeldBy: isAssignedTo,
  where: sql`t.kind = ${kind}`,
});

const kindsOfTask: Record<TaskKind, TaskSource> = {
  ...(Object.fromEntries(plannedMoveKinds.map((kind) => [kind, moveSource(kind)])) as Record<
    PlannedMoveKind,
    TaskSource
  >),
  count: {
    from: sql`count_tasks t`,
    state: sql`t.state`,
    columns: counted,
    isHeldBy: (person) => sql`((t.claimed_by = ${person} and t.state = 'in_progress')
      or (t.assignee_id = ${person} and t.state in ('pending', 'in_progress', 'review')))`,
  },
  pick: {
    from: sql`pick_tasks t ${ofShipment}`,
    state: sql`t.status`,
    columns: picked,
    isHeldBy: isAssignedTo,
  },
  put_back: {
    from: sql`put_back_tasks t ${ofShipment}`,
    state: sql`t.status`,
    columns: putBack,
    isHeldBy: (person) => sql`t.claimed_by = ${person} and t.status = 'open' and t.claimed_until > now()`,
  },
};

function branch(columns: Columns, from: SqlText, where: readonly SqlText[]): SqlText {
  const selected = Object.entries(columns).map(([column, value]) => sql`${value} as ${name(column)}`);
  return sql`select ${joined(selected, ', ')} from ${from} where ${every(where)}`;
}

function receivingTasks(organizationId: string, { assignee_id: person, ...filters }: TaskFilters): SqlText {
  const from = sql`tasks t
    left join inbound_receipts r on r.organization_id = t.organization_id and r.id = t.ref_id`;
  const parts = [sql`t.organization_id = ${organizationId}`, ...equalTo('t', filters)];
  if (person) parts.push(sql`t.assignee_id = ${person} and t.status in ('pending', 'in_progress')`);
  return branch(received, from, parts);
}

function tasksOf(
  organizationId: string,
  kind: TaskKind,
  { status, warehouse_id, id, assignee_id: person }: TaskFilters,
): SqlText {
  const { from, state, columns, where, isHeldBy } = kindsOfTask[kind];
  const parts = [sql`t.organization_id = ${organizationId}`, ...equalTo('t', { warehouse_id, id })];
  if (where) parts.push(where);
  if (person) parts.push(isHeldBy(person));
  if (status) parts.push(sql`${state} = any (${statesReadAs(kind, status)}::text[])`);
  return branch(columns, from, parts);
}

function tasks(organizationId: string, kinds: readonly TaskKind[], filters: TaskFilters): SqlText {
  const { task_type: type } = filters;
  const wanted = kinds.filter((kind) => type === undefined || type === kind);
  const branches = wanted.map((kind) => tasksOf(organizationId, kind, filters));
  return sql`(${joined([receivingTasks(organizationId, filters), ...branches], ' union all ')}) as task`;
}

const columns = joined(Object.keys(received).map(name), ', ');

/** A page of tasks of these kinds (in addition to receiving tasks), most urgent first, then oldest. */
export function listTasks(
  tx: TenantTransaction,
  kinds: readonly TaskKind[],
  filters: TaskFilters,
  page: PageQuery,
): Promise<PageOf<TaskRow>> {
  const list = {
    columns,
    from: tasks(tx.organizationId, kinds, filters),
    where: sql`true`,
    order: ['priority', 'created_at', 'id'],
  };
  return readPage<TaskRow>(tx, list, page);
}

export function findTask(
  tx: TenantTransaction,
  kinds: readonly TaskKind[],
  id: string,
): Promise<TaskRow | undefined> {
  return row<TaskRow>(tx, sql`select ${columns} from ${tasks(tx.organizationId, kinds, { id })} limit 1`);
}
