/** Reads of shipments and put-back tasks. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { TrackingKind } from '../../domain/catalog/tracking-kinds.ts';
import { groupBy } from '../../domain/group-by.ts';
import { customerKinds, type ShipmentKind } from '../../domain/shipping/shipment-kinds.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { readTogether } from '../shared-reads.ts';
import { trackingState } from '../catalog/tracking-state.ts';
import { mentioning } from '../search.ts';
import { standsAt } from './put-back-place.ts';
import { isOneOf } from '../state-columns.ts';

export interface ShipmentRow {
  id: string;
  shipment_no: string;
  status: ShipmentStatus;
  kind: ShipmentKind;
  transfer_id: string | null;
  vendor_return_id: string | null;
  disposition_id: string | null;
  order_id: string | null;
  order_no: string | null;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  ship_mode: ShipMode;
  carrier_code: string | null;
  service_code: string | null;
  tracking_no: string | null;
  tracking_state: TrackingKind | null;
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

const columns = sql`s.id, s.shipment_no, s.status, s.kind, s.transfer_id, s.vendor_return_id, s.disposition_id, s.order_id,
  o.order_no, s.merchant_id, s.warehouse_id,
  w.code as warehouse_code, s.ship_mode, s.carrier_code, s.service_code, s.tracking_no,
  ${trackingState} as tracking_state, s.split, s.ship_to,
  s.required_ship_date, s.signed_by, s.created_at, s.updated_at, s.picking_at, s.picked_at, s.packed_at, s.shipped_at,
  s.delivered_at, s.cancelled_at`;

const from = sql`wms_shipments s`;
const joins = sql`join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
  left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id`;

export const shipmentSorts = {
  created_at: 's.created_at',
  updated_at: 's.updated_at',
  shipment_no: 's.shipment_no',
};

export interface ShipmentFilters {
  kind?: ShipmentKind;
  status?: ShipmentStatus;
  statuses?: ShipmentStatus[];
  warehouse_id?: string;
  merchant_id?: string;
  order_id?: string;
  ship_mode?: ShipMode;
  q?: string;
}

const words = {
  table: 'wms_shipments',
  id: 's.id',
  columns: ['s.shipment_no', 's.tracking_no'],
  through: [{ table: 'sales_orders', by: 's.order_id', columns: ['order_no'] }],
} as const;

/** Shipments, newest first; those to customers unless a kind is asked for. `q` searches shipment_no, order_no and tracking_no. */
export async function listShipments(
  tx: TenantTransaction,
  { kind, statuses, q, page, page_size, sort, ...equal }: ShipmentFilters & PageQuery,
): Promise<PageOf<ShipmentRow>> {
  const parts = [sql`s.organization_id = ${tx.organizationId}`, ...equalTo('s', equal)];
  parts.push(kind ? sql`s.kind = ${kind}` : isOneOf('s.kind', customerKinds));
  if (statuses) parts.push(sql`s.status = any (${statuses}::text[])`);
  const search = await mentioning(tx, words, q);
  const where = every(parts);
  const list = {
    columns,
    from,
    joins,
    where,
    search,
    sorts: shipmentSorts,
    id: 's.id',
    usual: '-created_at',
  };
  return readPage<ShipmentRow>(tx, list, { page, page_size, sort });
}

/** The order of a shipment; null when it has none, or when there is no such shipment. */
export async function orderOfShipment(tx: TenantTransaction, id: string): Promise<string | null> {
  const found = await row<{ order_id: string | null }>(
    tx,
    sql`select order_id from wms_shipments where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.order_id ?? null;
}

/** A shipment's ship-to address. */
export async function shipToOf(tx: TenantTransaction, id: string): Promise<Record<string, unknown>> {
  const found = await row<{ ship_to: Record<string, unknown> }>(
    tx,
    sql`select ship_to from wms_shipments where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found!.ship_to;
}

export interface ShipmentLineRow {
  id: string;
  line_no: number;
  order_line_id: string | null;
  item_id: string;
  sku: string;
  name: string;
  qty: string;
  uom: string | null;
  uom_qty: string | null;
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

/** One shipment with its lines and the stock they hold. */
export const findShipment = readTogether(findShipments);

async function findShipments(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShipmentDetail>> {
  type OfShipment<R> = R & { shipment_id: string };
  // Sent at once: one wait for all details.
  const [found, lines, allocations] = await Promise.all([
    rows<ShipmentRow>(
      tx,
      sql`select ${columns} from ${from} ${joins} where s.organization_id = ${tx.organizationId} and s.id = any (${ids}::uuid[])`,
    ),
    rows<OfShipment<ShipmentLineRow>>(
      tx,
      sql`select l.shipment_id, l.id, l.line_no, l.order_line_id, l.item_id, i.sku, i.name, l.qty, l.uom, l.uom_qty
       from wms_shipment_lines l
       join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.shipment_id = any (${ids}::uuid[]) order by l.shipment_id, l.line_no`,
    ),
    rows<OfShipment<ShipmentAllocationRow>>(
      tx,
      sql`select a.shipment_id, a.id, a.shipment_line_id, a.location_id, l.code as location, nullif(a.lot_no, '') as lot_no,
            a.lpn_id, a.qty, a.status, a.why
       from allocations a
       join locations l on l.organization_id = a.organization_id and l.id = a.location_id
      where a.organization_id = ${tx.organizationId} and a.shipment_id = any (${ids}::uuid[])
      order by a.shipment_line_id, l.pick_sequence, a.id`,
    ),
  ]);
  const linesOf = groupBy(lines, ({ shipment_id: id }) => id);
  const allocationsOf = groupBy(allocations, ({ shipment_id: id }) => id);
  return new Map(
    found.map((shipment) => {
      const { id } = shipment;
      return [id, { ...shipment, lines: linesOf.get(id) ?? [], allocations: allocationsOf.get(id) ?? [] }];
    }),
  );
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
  done_qty: string | null;
  from_location_id: string;
  from_location: string;
  from_level: number | null;
  to_location_id: string;
  to_location: string;
  to_level: number | null;
  created_at: Date;
  done_at: Date | null;
  done_by: string | null;
}

const putBackColumns = sql`p.id, p.status, p.shipment_id, p.order_id, p.merchant_id, p.warehouse_id, p.item_id, i.sku,
  p.lot_no, p.lpn_id, p.qty, p.done_qty, f.id as from_location_id, f.code as from_location, f.level as from_level,
  p.to_location_id, t.code as to_location, t.level as to_level, p.created_at, p.done_at, p.done_by`;

const fromPutBacks = sql`put_back_tasks p
  join items i on i.organization_id = p.organization_id and i.id = p.item_id
  join locations f on f.organization_id = p.organization_id
   and f.id = case when p.status = 'open' then ${standsAt('p')} else p.from_location_id end
  join locations t on t.organization_id = p.organization_id and t.id = p.to_location_id`;

/** Put-back tasks, oldest first. */
export function listPutBacks(
  tx: TenantTransaction,
  {
    page,
    page_size,
    ...equal
  }: { id?: string; status?: 'open' | 'done'; warehouse_id?: string; shipment_id?: string } & PageQuery,
): Promise<PageOf<PutBackRow>> {
  const list = {
    columns: putBackColumns,
    from: fromPutBacks,
    where: every([sql`p.organization_id = ${tx.organizationId}`, ...equalTo('p', equal)]),
    order: ['p.created_at', 'p.id'],
  };
  return readPage<PutBackRow>(tx, list, { page, page_size });
}
