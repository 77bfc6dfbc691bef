/** Reads of pick tasks. */
import type { PickTaskStatus } from '../../domain/picking/pick-task-states.ts';
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';

export interface PickTaskRow {
  id: string;
  status: PickTaskStatus;
  wave_id: string;
  wave_no: string;
  shipment_id: string;
  shipment_no: string;
  merchant_id: string;
  warehouse_id: string;
  zone: string;
  pick_sequence: number;
  location_id: string;
  location: string;
  item_id: string;
  sku: string;
  item_name: string;
  lot_no: string;
  lpn_id: string | null;
  lpn: string | null;
  qty: string;
  picked_qty: string | null;
  assignee_id: string | null;
  assignee: string | null;
  count_task_id: string | null;
  created_at: Date;
  assigned_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
}

const columns = [
  't.id',
  't.status',
  't.wave_id',
  'w.wave_no',
  't.shipment_id',
  's.shipment_no',
  't.merchant_id',
  't.warehouse_id',
  't.zone',
  't.pick_sequence',
  't.location_id',
  'l.code as location',
  't.item_id',
  'i.sku',
  'i.name as item_name',
  't.lot_no',
  't.lpn_id',
  'p.lpn',
  't.qty',
  't.picked_qty',
  't.assignee_id',
  't.assignee',
  't.count_task_id',
  't.created_at',
  't.assigned_at',
  't.started_at',
  't.finished_at',
];

function tasks(tx: TenantTransaction, organizationId: string) {
  const joined = (table: string, alias: string, id: string) => ({
    table: { [alias]: table },
    on: { [`${alias}.organization_id`]: 't.organization_id', [`${alias}.id`]: `t.${id}` },
  });
  const query = tx('pick_tasks as t').where('t.organization_id', organizationId);
  for (const { table, on } of [
    joined('waves', 'w', 'wave_id'),
    joined('wms_shipments', 's', 'shipment_id'),
    joined('locations', 'l', 'location_id'),
    joined('items', 'i', 'item_id'),
  ]) {
    void query.join(table as never, on as never);
  }
  const plate = joined('lpns', 'p', 'lpn_id');
  return query.leftJoin(plate.table as never, plate.on as never);
}

/** Pick tasks in the order a picker walks them: zone, pick sequence, location. */
export function listPickTasks(
  tx: TenantTransaction,
  organizationId: string,
  filters: Readonly<Record<string, string | undefined>>,
  page: PageQuery,
): Promise<{ rows: PickTaskRow[]; total: number }> {
  const query = tasks(tx, organizationId);
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) void query.where(`t.${name}`, value);
  }
  const walk = ['t.zone', 't.pick_sequence', 'l.code', 't.id'].map((column) => ({ column }));
  return readPage<PickTaskRow>(query, columns, walk, page);
}

export function findPickTask(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<PickTaskRow | undefined> {
  return tasks(tx, organizationId)
    .where('t.id', id)
    .first(columns as never) as unknown as Promise<PickTaskRow | undefined>;
}
