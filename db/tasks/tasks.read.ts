/**
 * Reads of warehouse tasks of every kind as one list. Receiving tasks are rows of `tasks`; counts, picks and put-backs
 * have tables of their own, and take part under the same columns and the same four statuses.
 */
import type { Knex } from 'knex';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import type { TaskStatus } from '../../domain/receiving/receiving-task-states.ts';
import { statesReadAs, taskStatusOf, type TaskKind } from '../../domain/tasks/task-kinds.ts';
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';

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
}

// Every branch names the same columns in the same order. Progress: lines, then quantities in base units.
type Columns = Record<keyof TaskRow, string>;

const usualPriority = '100';

const received: Columns = {
  id: 't.id',
  task_type: 't.task_type',
  status: 't.status',
  warehouse_id: 't.warehouse_id',
  ref_type: 't.ref_type',
  ref_id: 't.ref_id',
  ref_no: 'r.receipt_no',
  assignee_id: 't.assignee_id',
  priority: 't.priority',
  receiving_method: 't.receiving_method',
  created_at: 't.created_at',
  updated_at: 't.updated_at',
  started_at: 't.started_at',
  finished_at: 't.finished_at',
  // A receipt keeps its own progress; other kinds keep theirs with the task.
  lines_total: 'coalesce(r.lines_total, t.lines_total, 0)',
  lines_done: 'coalesce(r.lines_done, t.lines_done, 0)',
  expected_qty: 'coalesce(r.expected_qty, t.expected_qty, 0)',
  covered_qty: 'coalesce(r.covered_qty, least(t.counted_qty, t.expected_qty), 0)',
  counted_qty: 'coalesce(r.counted_qty, t.counted_qty, 0)',
};

const lines = (what: string, more = ''): string =>
  `(select ${what} from count_lines n where n.organization_id = t.organization_id and n.task_id = t.id ${more})`;

const counted: Columns = {
  ...received,
  task_type: "'count'",
  status: statusSql('count', 't.state'),
  ref_type: "'count_task'",
  ref_id: 't.id',
  ref_no: 't.task_no',
  priority: usualPriority,
  receiving_method: 'null::text',
  started_at: lines('min(n.counted_at)'),
  finished_at:
    "case when t.state in ('completed', 'cancelled') then coalesce(t.completed_at, t.updated_at) end",
  lines_total: `${lines('count(*)')}::integer`,
  lines_done: `${lines('count(*)', 'and n.counted_qty is not null')}::integer`,
  // What a count expects is not told: it may be blind.
  expected_qty: '0::numeric',
  covered_qty: '0::numeric',
  counted_qty: `coalesce(${lines('sum(n.counted_qty)')}, 0)`,
};

const picked: Columns = {
  ...received,
  task_type: "'pick'",
  status: statusSql('pick', 't.status'),
  ref_type: "'shipment'",
  ref_id: 't.shipment_id',
  ref_no: 's.shipment_no',
  priority: usualPriority,
  receiving_method: 'null::text',
  updated_at: 'greatest(t.created_at, t.assigned_at, t.started_at, t.finished_at)',
  lines_total: '1',
  lines_done: "(t.status in ('done', 'short'))::integer",
  expected_qty: 't.qty',
  covered_qty: 'coalesce(t.picked_qty, 0)',
  counted_qty: 'coalesce(t.picked_qty, 0)',
};

const putBack: Columns = {
  ...picked,
  task_type: "'put_back'",
  status: statusSql('put_back', 't.status'),
  assignee_id: 'null::uuid',
  updated_at: 'greatest(t.created_at, t.done_at)',
  started_at: 'null::timestamptz',
  finished_at: 't.done_at',
  lines_done: "(t.status = 'done')::integer",
  covered_qty: "case when t.status = 'done' then t.qty else 0 end",
  counted_qty: "case when t.status = 'done' then t.qty else 0 end",
};

// The table's own words; they come from the domain, never from a client.
function statusSql(kind: TaskKind, column: string): string {
  const cases = Object.entries(taskStatusOf[kind]).map(([state, read]) => `when '${state}' then '${read}'`);
  return `case ${column} ${cases.join(' ')} end`;
}

const tables: Record<TaskKind, { from: string; joins: string | undefined; state: string; columns: Columns }> =
  {
    count: { from: 'count_tasks', joins: undefined, state: 't.state', columns: counted },
    pick: { from: 'pick_tasks', joins: 'wms_shipments', state: 't.status', columns: picked },
    put_back: { from: 'put_back_tasks', joins: 'wms_shipments', state: 't.status', columns: putBack },
  };

function select(tx: TenantTransaction, base: Knex.QueryBuilder, columns: Columns): Knex.QueryBuilder {
  return base.select(Object.entries(columns).map(([name, sql]) => tx.raw(`${sql} as ${name}`)));
}

function receivingTasks(
  tx: TenantTransaction,
  organizationId: string,
  filters: TaskFilters,
): Knex.QueryBuilder {
  const base = tx('tasks as t')
    .leftJoin('inbound_receipts as r', (on) => {
      on.on('r.organization_id', 't.organization_id').andOn('r.id', 't.ref_id');
    })
    .where('t.organization_id', organizationId);
  if (filters.task_type) base.where('t.task_type', filters.task_type);
  if (filters.status) base.where('t.status', filters.status);
  return select(tx, narrowed(base, filters), received);
}

function tasksOf(
  tx: TenantTransaction,
  organizationId: string,
  kind: TaskKind,
  filters: TaskFilters,
): Knex.QueryBuilder {
  const { from, joins, state, columns } = tables[kind];
  const base = tx(`${from} as t`).where('t.organization_id', organizationId);
  if (joins) {
    base.join(`${joins} as s`, (on) => {
      on.on('s.organization_id', 't.organization_id').andOn('s.id', 't.shipment_id');
    });
  }
  if (filters.status) base.whereIn(state, statesReadAs(kind, filters.status));
  return select(tx, narrowed(base, filters), columns);
}

function narrowed(
  base: Knex.QueryBuilder,
  { warehouse_id: warehouseId, id }: TaskFilters,
): Knex.QueryBuilder {
  if (warehouseId) base.where('t.warehouse_id', warehouseId);
  if (id) base.where('t.id', id);
  return base;
}

function tasks(
  tx: TenantTransaction,
  organizationId: string,
  kinds: readonly TaskKind[],
  filters: TaskFilters,
): Knex.QueryBuilder {
  const { task_type: type } = filters;
  const wanted = kinds.filter((kind) => type === undefined || type === kind);
  const branches = wanted.map((kind) => tasksOf(tx, organizationId, kind, filters));
  return tx.from(receivingTasks(tx, organizationId, filters).unionAll(branches).as('task'));
}

/** A page of tasks of these kinds (beside receiving tasks), most urgent first, then oldest. */
export function listTasks(
  tx: TenantTransaction,
  organizationId: string,
  kinds: readonly TaskKind[],
  filters: TaskFilters,
  page: PageQuery,
): Promise<{ rows: TaskRow[]; total: number }> {
  const order = ['priority', 'created_at', 'id'].map((column) => ({ column }));
  return readPage(tasks(tx, organizationId, kinds, filters), Object.keys(received), order, page);
}

export async function findTask(
  tx: TenantTransaction,
  organizationId: string,
  kinds: readonly TaskKind[],
  id: string,
): Promise<TaskRow | undefined> {
  return (await tasks(tx, organizationId, kinds, { id }).first(Object.keys(received))) as TaskRow | undefined;
}
