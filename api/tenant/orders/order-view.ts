/** How a sales order is shown. */
import type { OrderDetail, OrderRow } from '../../../db/orders/orders.read.ts';
import { holdReasons, orderStatuses } from '../../../domain/orders/order-states.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import {
  choice,
  currency,
  date,
  decimalNumber,
  flag,
  instant,
  integer,
  listOf,
  money,
  nullable,
  object,
  openObject,
  qty,
  freeText,
  uuid,
} from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

const price = () => decimalNumber({ places: 6, below: 1e12 });
const words = () => freeText(2000);
const named = () => nullable(object({ id: uuid(), code: words(), name: words() }));

const summary = {
  id: uuid(),
  order_no: words(),
  status: choice(...orderStatuses),
  inventory_mode: choice('wms_sync', 'oms_standalone'),
  merchant_id: uuid(),
  customer_id: nullable(uuid()),
  customer: named(),
  channel_id: nullable(uuid()),
  channel: named(),
  channel_order_no: nullable(words()),
  warehouse_id: nullable(uuid()),
  retailer_id: nullable(uuid()),
  carrier_code: nullable(words()),
  service_code: nullable(words()),
  ship_mode: nullable(choice(...shipModes)),
  ship_to: openObject(),
  currency: currency(),
  subtotal: money(),
  discount: money(),
  shipping_fee: money(),
  tax: money(),
  total: money(),
  required_ship_date: nullable(date()),
  note: words(),
  on_hold: flag(),
  hold_reasons: listOf(choice(...holdReasons)),
  line_count: integer({ min: 0, max: 1_000_000 }),
  created_by: words(),
  created_at: instant(),
  updated_at: instant(),
  submitted_at: nullable(instant()),
  confirmed_at: nullable(instant()),
  allocated_at: nullable(instant()),
  released_at: nullable(instant()),
  fulfilled_at: nullable(instant()),
  delivered_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

export const orderSummaryView = object(summary);

export const orderView = object({
  ...summary,
  lines: listOf(
    object({
      id: uuid(),
      line_no: integer({ min: 1, max: 1_000_000 }),
      product_id: nullable(uuid()),
      sku: nullable(words()),
      name: nullable(words()),
      channel_sku: nullable(words()),
      qty: qty(),
      price: price(),
      amount: money(),
      reserved_qty: qty(),
      allocated_qty: qty(),
      fulfilled_qty: qty(),
      backordered_qty: qty(),
      cancelled_qty: qty(),
    }),
  ),
  wms_shipments: listOf(
    object({
      id: uuid(),
      number: words(),
      status: choice(...shipmentStatuses),
      warehouse: object({ id: uuid(), code: words(), name: words() }),
      ship_mode: choice(...shipModes),
      carrier: nullable(words()),
      tracking: nullable(words()),
      split: flag(),
      shipped_at: nullable(instant()),
      delivered_at: nullable(instant()),
    }),
  ),
  holds: listOf(
    object({
      id: uuid(),
      reason: choice(...holdReasons),
      note: words(),
      placed_at: instant(),
      placed_by: words(),
      lifted_at: nullable(instant()),
      lifted_by: nullable(words()),
    }),
  ),
});

function facts(row: OrderRow) {
  const { customer_code, customer_name, channel_code, channel_name, hold_reasons, ...rest } = row;
  return {
    ...rest,
    customer: row.customer_id ? { id: row.customer_id, code: customer_code!, name: customer_name! } : null,
    channel: row.channel_id ? { id: row.channel_id, code: channel_code!, name: channel_name! } : null,
    on_hold: hold_reasons.length > 0,
    hold_reasons,
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
