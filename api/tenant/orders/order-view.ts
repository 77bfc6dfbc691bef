/** How a sales order is shown. */
import type { OrderDetail, OrderRow } from '../../../db/orders/orders.read.ts';
import { holdReasons, orderStatuses } from '../../../domain/orders/order-states.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { shownUnit } from '../../../queues/catalog/line-unit.ts';
import * as s from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const price = () => s.decimalNumber({ places: 6, below: 1e12 });
const words = () => s.freeText(2000);
const named = () => s.nullable(s.object({ id: s.uuid(), code: words(), name: words() }));

const summary = {
  id: s.uuid(),
  order_no: words(),
  status: s.choice(...orderStatuses),
  inventory_mode: s.choice('wms_sync', 'oms_standalone'),
  merchant_id: s.uuid(),
  customer_id: s.nullable(s.uuid()),
  customer: named(),
  channel_id: s.nullable(s.uuid()),
  channel: named(),
  channel_order_no: s.nullable(words()),
  warehouse_id: s.nullable(s.uuid()),
  retailer_id: s.nullable(s.uuid()),
  carrier_code: s.nullable(words()),
  service_code: s.nullable(words()),
  ship_mode: s.nullable(s.choice(...shipModes)),
  ship_to: s.openObject(),
  currency: s.currency(),
  subtotal: s.money(),
  discount: s.money(),
  shipping_fee: s.money(),
  tax: s.money(),
  total: s.money(),
  required_ship_date: s.nullable(s.date()),
  replaces_return_id: s.described(s.nullable(s.uuid()), 'The return whose goods it replaces.'),
  note: words(),
  on_hold: s.flag(),
  hold_reasons: s.listOf(s.choice(...holdReasons)),
  line_count: s.integer({ min: 0, max: 1_000_000 }),
  created_by: words(),
  created_at: s.instant(),
  updated_at: s.instant(),
  submitted_at: s.nullable(s.instant()),
  confirmed_at: s.nullable(s.instant()),
  allocated_at: s.nullable(s.instant()),
  released_at: s.nullable(s.instant()),
  fulfilled_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const orderSummaryView = s.object(summary);

export const orderView = s.object({
  ...summary,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      product_id: s.nullable(s.uuid()),
      sku: s.nullable(words()),
      name: s.nullable(words()),
      channel_sku: s.nullable(words()),
      qty: s.qty(),
      ...shownUnit,
      price: s.described(price(), 'Per unit of uom_qty, or of qty where uom is null.'),
      amount: s.money(),
      reserved_qty: s.qty(),
      allocated_qty: s.qty(),
      fulfilled_qty: s.qty(),
      backordered_qty: s.qty(),
      cancelled_qty: s.qty(),
    }),
  ),
  wms_shipments: s.listOf(
    s.object({
      id: s.uuid(),
      number: words(),
      status: s.choice(...shipmentStatuses),
      warehouse: s.object({ id: s.uuid(), code: words(), name: words() }),
      ship_mode: s.choice(...shipModes),
      carrier: s.nullable(words()),
      tracking: s.nullable(words()),
      tracking_state: s.nullable(s.choice(...trackingKinds)),
      split: s.flag(),
      shipped_at: s.nullable(s.instant()),
      delivered_at: s.nullable(s.instant()),
    }),
  ),
  holds: s.listOf(
    s.object({
      id: s.uuid(),
      reason: s.choice(...holdReasons),
      note: words(),
      placed_at: s.instant(),
      placed_by: words(),
      lifted_at: s.nullable(s.instant()),
      lifted_by: s.nullable(words()),
    }),
  ),
});

function facts<Row extends OrderRow>(row: Row) {
  const { customer_code, customer_name, channel_code, channel_name, hold_reasons } = row;
  return {
    ...row,
    customer: row.customer_id ? { id: row.customer_id, code: customer_code!, name: customer_name! } : null,
    channel: row.channel_id ? { id: row.channel_id, code: channel_code!, name: channel_name! } : null,
    on_hold: hold_reasons.length > 0,
  };
}

export const showSummary = (row: OrderRow) => present(orderSummaryView, facts(row));

export function showOrder({ lines, wms_shipments: shipments, holds, ...row }: OrderDetail) {
  return present(orderView, {
    ...facts(row),
    lines,
    wms_shipments: shipments.map(
      ({ warehouse_id: id, warehouse_code: code, warehouse_name: name, ...shipment }) => ({
        ...shipment,
        warehouse: { id, code, name },
      }),
    ),
    holds,
  });
}
