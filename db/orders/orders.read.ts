/** Reads of sales orders. */
import { isNoneOf } from '../state-columns.ts';
import { endedStates } from '../../domain/inventory/allocations.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { HoldReason, OrderStatus } from '../../domain/orders/order-states.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { TrackingKind } from '../../domain/catalog/tracking-kinds.ts';
import { dayBegins, isDay, momentAt } from '../business-day.read.ts';
import { trackingState } from '../catalog/tracking-state.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { readTogether } from '../shared-reads.ts';
import { mentioning } from '../search.ts';

export interface OrderRow {
  id: string;
  order_no: string;
  status: OrderStatus;
  inventory_mode: 'wms_sync' | 'oms_standalone';
  merchant_id: string;
  customer_id: string | null;
  customer_code: string | null;
  customer_name: string | null;
  channel_id: string | null;
  channel_code: string | null;
  channel_name: string | null;
  channel_order_no: string | null;
  warehouse_id: string | null;
  retailer_id: string | null;
  carrier_code: string | null;
  service_code: string | null;
  ship_mode: ShipMode | null;
  ship_to: Record<string, string>;
  currency: string;
  subtotal: string;
  discount: string;
  shipping_fee: string;
  tax: string;
  total: string;
  required_ship_date: string | null;
  replaces_return_id: string | null;
  note: string;
  line_count: string;
  hold_reasons: HoldReason[];
  created_by: string;
  created_at: Date;
  updated_at: Date;
  submitted_at: Date | null;
  confirmed_at: Date | null;
  allocated_at: Date | null;
  released_at: Date | null;
  fulfilled_at: Date | null;
  delivered_at: Date | null;
  cancelled_at: Date | null;
}

const ownColumns = sql`o.id, o.order_no, o.status, o.inventory_mode, o.merchant_id, o.customer_id, o.channel_id,
  o.channel_order_no, o.warehouse_id, o.retailer_id, o.carrier_code, o.service_code, o.ship_mode, o.ship_to, o.currency,
  o.subtotal, o.discount, o.shipping_fee, o.tax, o.total, o.required_ship_date, o.replaces_return_id, o.note, o.created_by, o.created_at,
  o.updated_at, o.submitted_at, o.confirmed_at, o.allocated_at, o.released_at, o.fulfilled_at, o.delivered_at,
  o.cancelled_at, c.code as customer_code, c.name as customer_name, h.code as channel_code, h.name as channel_name`;

// A list shows these of lines and holds that it does not read.
const columns = sql`${ownColumns}, coalesce(n.line_count, 0) as line_count, coalesce(x.hold_reasons, '{}') as hold_reasons`;

const orders = sql`sales_orders o`;
const joins = sql`left join customers c on c.organization_id = o.organization_id and c.id = o.customer_id
  left join channels h on h.organization_id = o.organization_id and h.id = o.channel_id`;

/** Counted for all orders of a page at once: one by one takes longer than all the rest. */
const linesAndHolds = (organizationId: string): SqlText => {
  const ofPage = sql`organization_id = ${organizationId} and order_id = any (array(select id from page))`;
  return sql`left join (select order_id, count(*) as line_count from sales_order_lines where ${ofPage} group by order_id) n
       on n.order_id = o.id
     left join (select order_id, array_agg(reason order by reason) as hold_reasons from sales_order_holds
                 where ${ofPage} and lifted_at is null group by order_id) x on x.order_id = o.id`;
};

export const orderSorts = {
  created_at: 'o.created_at',
  updated_at: 'o.updated_at',
  order_no: 'o.order_no',
  total: 'o.total',
};

export interface OrderFilters {
  status?: OrderStatus;
  statuses?: OrderStatus[];
  channel_id?: string;
  merchant_id?: string;
  warehouse_id?: string;
  created_from?: string;
  created_to?: string;
  q?: string;
}

const words = {
  table: 'sales_orders',
  id: 'o.id',
  columns: ['o.order_no', 'o.channel_order_no'],
  through: [{ table: 'customers', by: 'o.customer_id', columns: ['name', 'code'] }],
} as const;

/**
 * Orders, newest first. `q` searches order_no, channel_order_no and the customer; created_to is inclusive. A day is the
 * whole day at the warehouse asked for, else in the organization's time zone.
 */
export async function listOrders(
  tx: TenantTransaction,
  {
    statuses,
    created_from: from,
    created_to: to,
    q,
    page,
    page_size,
    sort,
    ...equal
  }: OrderFilters & PageQuery,
): Promise<PageOf<OrderRow>> {
  const parts = [sql`o.organization_id = ${tx.organizationId}`, ...equalTo('o', equal)];
  if (statuses) parts.push(sql`o.status = any (${statuses}::text[])`);
  const place = { organizationId: tx.organizationId, warehouseId: equal.warehouse_id };
  if (from) parts.push(sql`o.created_at >= ${momentAt(place, from)}`);
  if (to) parts.push(isDay(to) ? sql`o.created_at < ${dayBegins(place, to, 1)}` : sql`o.created_at <= ${to}`);
  const search = await mentioning(tx, words, q);
  const where = every(parts);
  const shown = { columns, from: orders, joins: sql`${joins} ${linesAndHolds(tx.organizationId)}` };
  const list = { ...shown, where, search, sorts: orderSorts, id: 'o.id', usual: '-created_at' };
  return readPage<OrderRow>(tx, list, { page, page_size, sort });
}

export interface OrderLineRow {
  id: string;
  line_no: number;
  product_id: string | null;
  sku: string | null;
  name: string | null;
  channel_sku: string | null;
  qty: string;
  uom: string | null;
  uom_qty: string | null;
  price: string;
  amount: string;
  reserved_qty: string;
  allocated_qty: string;
  fulfilled_qty: string;
  backordered_qty: string;
  cancelled_qty: string;
}

export interface OrderShipmentRow {
  id: string;
  number: string;
  // A shipment's statuses, spelled out because orders do not stand on shipping. test/compile/shipment-statuses.ts keeps
  // them in step.
  status: 'commit' | 'picking' | 'picked' | 'packed' | 'shipped' | 'delivered' | 'cancelled';
  warehouse_id: string;
  warehouse_code: string;
  warehouse_name: string;
  ship_mode: ShipMode;
  carrier: string | null;
  tracking: string | null;
  tracking_state: TrackingKind | null;
  split: boolean;
  shipped_at: Date | null;
  delivered_at: Date | null;
}

export interface OrderHoldRow {
  id: string;
  reason: HoldReason;
  note: string;
  placed_at: Date;
  placed_by: string;
  lifted_at: Date | null;
  lifted_by: string | null;
}

export type OrderDetail = OrderRow & {
  lines: OrderLineRow[];
  wms_shipments: OrderShipmentRow[];
  holds: OrderHoldRow[];
};

/** One order with everything in its detail view. */
export const findOrder = readTogether(findOrders);

async function findOrders(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderDetail>> {
  type OfOrder<R> = R & { order_id: string };
  // Sent at once: one wait for all details.
  const [found, lines, shipments, holds] = await Promise.all([
    rows<Omit<OrderRow, 'line_count' | 'hold_reasons'>>(
      tx,
      sql`select ${ownColumns} from ${orders} ${joins} where o.organization_id = ${tx.organizationId} and o.id = any (${ids}::uuid[])`,
    ),
    rows<OfOrder<OrderLineRow>>(
      tx,
      sql`select l.order_id, l.id, l.line_no, l.item_id as product_id, i.sku, i.name, l.channel_sku, l.qty, l.uom, l.uom_qty, l.price, l.amount,
            coalesce(r.qty, 0) as reserved_qty,
            coalesce(held.qty, 0) as allocated_qty,
            l.fulfilled_qty, l.backordered_qty, l.cancelled_qty
       from sales_order_lines l
       left join items i on i.organization_id = l.organization_id and i.id = l.item_id
       left join reservations r on r.organization_id = l.organization_id and r.order_line_id = l.id
       left join (
         select order_line_id, sum(qty) as qty
           from (select order_line_id, qty from allocations
                  where organization_id = ${tx.organizationId} and order_id = any (${ids}::uuid[])
                    and ${isNoneOf('status', endedStates)}
                 union all
                 select order_line_id, qty from oms_allocations
                  where organization_id = ${tx.organizationId} and order_id = any (${ids}::uuid[])
                    and status = 'open') both_modes
          group by order_line_id) held on held.order_line_id = l.id
      where l.organization_id = ${tx.organizationId} and l.order_id = any (${ids}::uuid[]) order by l.order_id, l.line_no`,
    ),
    rows<OfOrder<OrderShipmentRow>>(
      tx,
      sql`select s.order_id, s.id, s.shipment_no as number, s.status, s.warehouse_id, w.code as warehouse_code,
            w.name as warehouse_name, s.ship_mode, s.carrier_code as carrier, s.tracking_no as tracking,
            ${trackingState} as tracking_state, s.split,
            s.shipped_at, s.delivered_at
       from wms_shipments s
       join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
      where s.organization_id = ${tx.organizationId} and s.order_id = any (${ids}::uuid[]) order by s.created_at, s.id`,
    ),
    rows<OfOrder<OrderHoldRow>>(
      tx,
      sql`select order_id, id, reason, note, placed_at, placed_by, lifted_at, lifted_by from sales_order_holds
      where organization_id = ${tx.organizationId} and order_id = any (${ids}::uuid[]) order by placed_at, id`,
    ),
  ]);
  const linesOf = groupBy(lines, ({ order_id: id }) => id);
  const shipmentsOf = groupBy(shipments, ({ order_id: id }) => id);
  const holdsOf = groupBy(holds, ({ order_id: id }) => id);
  return new Map(
    found.map((order) => {
      const own = linesOf.get(order.id) ?? [];
      const ownHolds = holdsOf.get(order.id) ?? [];
      const open = ownHolds.filter(({ lifted_at: liftedAt }) => liftedAt === null);
      const detail = {
        ...order,
        line_count: String(own.length),
        hold_reasons: open.map(({ reason }) => reason).sort(),
        lines: own,
        wms_shipments: shipmentsOf.get(order.id) ?? [],
        holds: ownHolds,
      };
      return [order.id, detail];
    }),
  );
}
