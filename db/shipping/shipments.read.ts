/** Reads of shipments and put-back tasks. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { containsPattern, orderOf, readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

export interface ShipmentRow {
  id: string;
  shipment_no: string;
  status: ShipmentStatus;
  order_id: string | null;
  order_no: string | null;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  ship_mode: ShipMode;
  carrier_code: string | null;
  service_code: string | null;
  tracking_no: string | null;
  split: boolean;
  ship_to: Record<string, string>;
  required_ship_date: string | null;
  signed_by: string | null;
  created_at: Date;
  updated_at: Date;
  picking_at: Date | null;
  picked_at: Date | null;
  packed_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  cancelled_at: Date | null;
}

const columns = [
  's.id',
  's.shipment_no',
  's.status',
  's.order_id',
  'o.order_no',
  's.merchant_id',
  's.warehouse_id',
  'w.code as warehouse_code',
  's.ship_mode',
  's.carrier_code',
  's.service_code',
  's.tracking_no',
  's.split',
  's.ship_to',
  's.required_ship_date',
  's.signed_by',
  's.created_at',
  's.updated_at',
  's.picking_at',
  's.picked_at',
  's.packed_at',
  's.shipped_at',
  's.delivered_at',
  's.cancelled_at',
];

function shipments(tx: TenantTransaction, organizationId: string) {
  return tx('wms_shipments as s')
    .join('warehouses as w', (on) =>
      on.on('w.organization_id', 's.organization_id').andOn('w.id', 's.warehouse_id'),
    )
    .leftJoin('sales_orders as o', (on) =>
      on.on('o.organization_id', 's.organization_id').andOn('o.id', 's.order_id'),
    )
    .where('s.organization_id', organizationId);
}

export const shipmentSorts = {
  created_at: 's.created_at',
  updated_at: 's.updated_at',
  shipment_no: 's.shipment_no',
};

export interface ShipmentFilters {
  status?: ShipmentStatus;
  statuses?: ShipmentStatus[];
  warehouse_id?: string;
  merchant_id?: string;
  order_id?: string;
  ship_mode?: ShipMode;
  q?: string;
}

/** Shipments, newest first. `q` looks into shipment_no, order_no and tracking_no. */
export function listShipments(
  tx: TenantTransaction,
  organizationId: string,
  { statuses, q, page, page_size, sort, ...equal }: ShipmentFilters & PageQuery,
): Promise<{ rows: ShipmentRow[]; total: number }> {
  const base = shipments(tx, organizationId);
  for (const [name, value] of Object.entries(equal)) if (value !== undefined) base.where(`s.${name}`, value);
  if (statuses) base.whereIn('s.status', statuses);
  if (q) {
    base.where((either) => {
      for (const column of ['s.shipment_no', 'o.order_no', 's.tracking_no'])
        either.orWhereILike(column, containsPattern(q));
    });
  }
  const order = orderOf(shipmentSorts, 's.id', sort);
  return readPage<ShipmentRow>(base as never, columns, order, { page, page_size });
}

export interface ShipmentLineRow {
  id: string;
  line_no: number;
  order_line_id: string | null;
  item_id: string;
  sku: string;
  name: string;
  qty: string;
}

export interface ShipmentAllocationRow {
  id: string;
  shipment_line_id: string;
  location_id: string;
  location: string;
  lot_no: string | null;
  lpn_id: string | null;
  qty: string;
  status: 'open' | 'picked' | 'shipped' | 'released';
  why: unknown;
}

export type ShipmentDetail = ShipmentRow & { lines: ShipmentLineRow[]; allocations: ShipmentAllocationRow[] };

/** One shipment with its lines and the stock under them. */
export async function findShipment(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<ShipmentDetail | undefined> {
  const found = (await shipments(tx, organizationId).where('s.id', id).first(columns)) as
    ShipmentRow | undefined;
  if (!found) return undefined;
  const lines = await rows<ShipmentLineRow>(
    tx,
    sql`select l.id, l.line_no, l.order_line_id, l.item_id, i.sku, i.name, l.qty
       from wms_shipment_lines l
       join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${organizationId} and l.shipment_id = ${id} order by l.line_no`,
  );
  const allocations = await rows<ShipmentAllocationRow>(
    tx,
    sql`select a.id, a.shipment_line_id, a.location_id, l.code as location, nullif(a.lot_no, '') as lot_no, a.lpn_id, a.qty,
            a.status, a.why
       from allocations a
       join locations l on l.organization_id = a.organization_id and l.id = a.location_id
      where a.organization_id = ${organizationId} and a.shipment_id = ${id} order by a.shipment_line_id, l.pick_sequence, a.id`,
  );
  return { ...found, lines, allocations };
}

export interface PutBackRow {
  id: string;
  status: 'open' | 'done';
  shipment_id: string;
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  item_id: string;
  sku: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  from_location_id: string;
  from_location: string;
  to_location_id: string;
  to_location: string;
  created_at: Date;
  done_at: Date | null;
  done_by: string | null;
}

const putBackColumns = [
  'p.id',
  'p.status',
  'p.shipment_id',
  'p.order_id',
  'p.merchant_id',
  'p.warehouse_id',
  'p.item_id',
  'i.sku',
  'p.lot_no',
  'p.lpn_id',
  'p.qty',
  'p.from_location_id',
  'f.code as from_location',
  'p.to_location_id',
  't.code as to_location',
  'p.created_at',
  'p.done_at',
  'p.done_by',
];

/** Put-back tasks, oldest first. */
export function listPutBacks(
  tx: TenantTransaction,
  organizationId: string,
  {
    page,
    page_size,
    ...equal
  }: { id?: string; status?: 'open' | 'done'; warehouse_id?: string; shipment_id?: string } & PageQuery,
): Promise<{ rows: PutBackRow[]; total: number }> {
  const base = tx('put_back_tasks as p')
    .join('items as i', (on) => on.on('i.organization_id', 'p.organization_id').andOn('i.id', 'p.item_id'))
    .join('locations as f', (on) =>
      on.on('f.organization_id', 'p.organization_id').andOn('f.id', 'p.from_location_id'),
    )
    .join('locations as t', (on) =>
      on.on('t.organization_id', 'p.organization_id').andOn('t.id', 'p.to_location_id'),
    )
    .where('p.organization_id', organizationId);
  for (const [name, value] of Object.entries(equal)) if (value !== undefined) base.where(`p.${name}`, value);
  return readPage<PutBackRow>(
    base as never,
    putBackColumns,
    [{ column: 'p.created_at' }, { column: 'p.id' }],
    { page, page_size },
  );
}
