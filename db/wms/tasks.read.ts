/** Reads of warehouse tasks of every kind. */
import type { ProgressCounters } from '../../domain/wms/receipt-progress.ts';
import type { TaskStatus } from '../../domain/wms/receiving-task-states.ts';
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
  receiving_method: string | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const plain = [
  'id',
  'task_type',
  'status',
  'warehouse_id',
  'ref_type',
  'ref_id',
  'assignee_id',
  'priority',
  'receiving_method',
];
const moments = ['created_at', 'updated_at', 'started_at', 'finished_at'];

// A receipt keeps its own progress; other kinds keep theirs with the task.
function columns(tx: TenantTransaction) {
  return [
    ...[...plain, ...moments].map((name) => `t.${name}`),
    'r.receipt_no as ref_no',
    tx.raw('coalesce(r.lines_total, t.lines_total, 0) as lines_total'),
    tx.raw('coalesce(r.lines_done, t.lines_done, 0) as lines_done'),
    tx.raw('coalesce(r.expected_qty, t.expected_qty, 0) as expected_qty'),
    tx.raw('coalesce(r.covered_qty, least(t.counted_qty, t.expected_qty), 0) as covered_qty'),
    tx.raw('coalesce(r.counted_qty, t.counted_qty, 0) as counted_qty'),
  ];
}

function tasks(tx: TenantTransaction, organizationId: string) {
  return tx('tasks as t')
    .leftJoin('inbound_receipts as r', (on) => {
      on.on('r.organization_id', 't.organization_id').andOn('r.id', 't.ref_id');
    })
    .where('t.organization_id', organizationId);
}

export interface TaskFilters {
  task_type?: string | undefined;
  status?: TaskStatus | undefined;
  warehouse_id?: string | undefined;
}

/** A page of tasks, most urgent first, then oldest. */
export function listTasks(
  tx: TenantTransaction,
  organizationId: string,
  { task_type: type, status, warehouse_id: warehouseId }: TaskFilters,
  page: PageQuery,
): Promise<{ rows: TaskRow[]; total: number }> {
  const base = tasks(tx, organizationId);
  if (type) base.where('t.task_type', type);
  if (status) base.where('t.status', status);
  if (warehouseId) base.where('t.warehouse_id', warehouseId);
  const order = ['t.priority', 't.created_at', 't.id'].map((column) => ({ column }));
  return readPage(base, columns(tx), order, page);
}

export async function findTask(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<TaskRow | undefined> {
  return (await tasks(tx, organizationId)
    .where('t.id', id)
    .first(columns(tx) as never)) as TaskRow | undefined;
}
