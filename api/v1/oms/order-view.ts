/** v1: how a sales order is shown. */
import { findOrder, type OrderRow } from '../../../db/orders/orders.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { holdReasons, orderStatuses } from '../../../domain/orders/order-states.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { notFound } from '../../../domain/refusals.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import {
  choice,
  currency,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  listOf,
  money,
  nullable,
  object,
  openObject,
  qty,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { moment } from '../moment.ts';

const fields = {
  id: uuid(),
  order_no: freeText(),
  status: choice(...orderStatuses),
  merchant_id: uuid(),
  channel: described(nullable(freeText()), 'Its code.'),
  channel_id: nullable(uuid()),
  channel_order_no: nullable(freeText()),
  customer_id: nullable(uuid()),
  retailer_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  carrier_code: nullable(freeText()),
  service_code: nullable(freeText()),
  ship_mode: nullable(choice(...shipModes)),
  ship_to: openObject(),
  currency: currency(),
  subtotal: money(),
  discount: money(),
  shipping_fee: money(),
  tax: money(),
  total: money(),
  required_ship_date: nullable(date()),
  note: freeText(),
  hold_reasons: listOf(choice(...holdReasons)),
  created_at: instant(),
  updated_at: instant(),
  released_at: nullable(instant()),
  fulfilled_at: nullable(instant()),
  delivered_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

export const orderRowView = object(fields);

export const orderView = object({
  ...fields,
  lines: listOf(
    object({
      id: uuid(),
      sku: nullable(freeText()),
      product_id: nullable(uuid()),
      name: nullable(freeText()),
      qty: qty(),
      price: decimalNumber({ places: 6, below: 1e12 }),
      amount: money(),
      qty_allocated: qty(),
      qty_fulfilled: qty(),
      qty_backordered: qty(),
      qty_cancelled: qty(),
    }),
  ),
  shipments: listOf(
    object({
      id: uuid(),
      shipment_no: freeText(),
      status: choice(...shipmentStatuses),
      warehouse_id: uuid(),
      warehouse_code: freeText(),
      tracking_no: nullable(freeText()),
    }),
  ),
});

/** An order without what the row carries for other readers. */
export function showOrderRow(row: OrderRow) {
  return {
    id: row.id,
    order_no: row.order_no,
    status: row.status,
    merchant_id: row.merchant_id,
    channel: row.channel_code,
    channel_id: row.channel_id,
    channel_order_no: row.channel_order_no,
    customer_id: row.customer_id,
    retailer_id: row.retailer_id,
    warehouse_id: row.warehouse_id,
    carrier_code: row.carrier_code,
    service_code: row.service_code,
    ship_mode: row.ship_mode,
    ship_to: row.ship_to,
    currency: row.currency,
    subtotal: toJsonNumber(row.subtotal),
    discount: toJsonNumber(row.discount),
    shipping_fee: toJsonNumber(row.shipping_fee),
    tax: toJsonNumber(row.tax),
    total: toJsonNumber(row.total),
    required_ship_date: row.required_ship_date,
    note: row.note,
    hold_reasons: row.hold_reasons,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    released_at: moment(row.released_at),
    fulfilled_at: moment(row.fulfilled_at),
    delivered_at: moment(row.delivered_at),
    cancelled_at: moment(row.cancelled_at),
  };
}

/** An order with its lines and shipments. Refuses 404. */
export async function orderDetail({ tx, organizationId }: Call, { id }: { id: string }): Promise<never> {
  const found = await findOrder(tx, organizationId, id);
  if (!found) throw notFound('sales order');
  return {
    ...showOrderRow(found),
    lines: found.lines.map((line) => ({
      id: line.id,
      sku: line.sku,
      product_id: line.product_id,
      name: line.name,
      qty: toJsonNumber(line.qty),
      price: toJsonNumber(line.price),
      amount: toJsonNumber(line.amount),
      qty_allocated: toJsonNumber(line.allocated_qty),
      qty_fulfilled: toJsonNumber(line.fulfilled_qty),
      qty_backordered: toJsonNumber(line.backordered_qty),
      qty_cancelled: toJsonNumber(line.cancelled_qty),
    })),
    shipments: found.wms_shipments.map((shipment) => ({
      id: shipment.id,
      shipment_no: shipment.number,
      status: shipment.status,
      warehouse_id: shipment.warehouse_id,
      warehouse_code: shipment.warehouse_code,
      tracking_no: shipment.tracking,
    })),
  } as never;
}
