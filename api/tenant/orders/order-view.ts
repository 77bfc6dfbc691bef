/** How a sales order looks outside. */
import type { OrderDetail, OrderRow } from '../../../db/orders/orders.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
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

const moment = (value: Date | null) => value?.toISOString() ?? null;

export function showSummary(row: OrderRow) {
  const { customer_code, customer_name, channel_code, channel_name, hold_reasons, line_count, ...rest } = row;
  return {
    ...rest,
    customer: row.customer_id ? { id: row.customer_id, code: customer_code!, name: customer_name! } : null,
    channel: row.channel_id ? { id: row.channel_id, code: channel_code!, name: channel_name! } : null,
    subtotal: toJsonNumber(row.subtotal),
    discount: toJsonNumber(row.discount),
    shipping_fee: toJsonNumber(row.shipping_fee),
    tax: toJsonNumber(row.tax),
    total: toJsonNumber(row.total),
    on_hold: hold_reasons.length > 0,
    hold_reasons,
    line_count: Number(line_count),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    submitted_at: moment(row.submitted_at),
    confirmed_at: moment(row.confirmed_at),
    allocated_at: moment(row.allocated_at),
    released_at: moment(row.released_at),
    fulfilled_at: moment(row.fulfilled_at),
    delivered_at: moment(row.delivered_at),
    cancelled_at: moment(row.cancelled_at),
  };
}

export function showOrder({ lines, wms_shipments: shipments, holds, ...row }: OrderDetail) {
  return {
    ...showSummary(row),
    lines: lines.map((line) => ({
      ...line,
      qty: toJsonNumber(line.qty),
      price: toJsonNumber(line.price),
      amount: toJsonNumber(line.amount),
      reserved_qty: toJsonNumber(line.reserved_qty),
      allocated_qty: toJsonNumber(line.allocated_qty),
      fulfilled_qty: toJsonNumber(line.fulfilled_qty),
      backordered_qty: toJsonNumber(line.backordered_qty),
      cancelled_qty: toJsonNumber(line.cancelled_qty),
    })),
    wms_shipments: shipments.map(
      ({ warehouse_id: id, warehouse_code: code, warehouse_name: name, ...shipment }) => ({
        ...shipment,
        warehouse: { id, code, name },
        shipped_at: moment(shipment.shipped_at),
        delivered_at: moment(shipment.delivered_at),
      }),
    ),
    holds: holds.map((hold) => ({
      ...hold,
      placed_at: hold.placed_at.toISOString(),
      lifted_at: moment(hold.lifted_at),
    })),
  };
}
