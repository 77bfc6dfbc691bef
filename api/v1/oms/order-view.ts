/** v1: how a sales order is shown. */
import { findOrder, type OrderRow } from '../../../db/orders/orders.read.ts';
import { holdReasons, orderStatuses } from '../../../domain/orders/order-states.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
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
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

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

const facts = (row: OrderRow) => ({ ...row, channel: row.channel_code });

/** An order without the columns the row carries for other readers. */
export const showOrderRow = (row: OrderRow) => present(orderRowView, facts(row));

/** An order with its lines and shipments. Refuses 404. */
export async function orderDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('sales order', await findOrder(tx, organizationId, id));
  return present(orderView, {
    ...facts(found),
    lines: found.lines.map((line) => ({
      ...line,
      qty_allocated: line.allocated_qty,
      qty_fulfilled: line.fulfilled_qty,
      qty_backordered: line.backordered_qty,
      qty_cancelled: line.cancelled_qty,
    })),
    shipments: found.wms_shipments.map((shipment) => ({
      ...shipment,
      shipment_no: shipment.number,
      tracking_no: shipment.tracking,
    })),
  });
}
