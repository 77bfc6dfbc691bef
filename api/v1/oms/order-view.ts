/** v1: how a sales order is shown. */
import { findOrder, type OrderRow } from '../../../db/orders/orders.read.ts';
import { holdReasons, orderStatuses } from '../../../domain/orders/order-states.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { shownUnit } from '../../../queues/catalog/line-unit.ts';
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: s.uuid(),
  order_no: s.freeText(),
  status: s.choice(...orderStatuses),
  merchant_id: s.uuid(),
  channel: s.nullable(s.freeText(), 'Its code.'),
  channel_id: s.nullable(s.uuid()),
  channel_order_no: s.nullable(s.freeText()),
  customer_id: s.nullable(s.uuid()),
  retailer_id: s.nullable(s.uuid()),
  warehouse_id: s.nullable(s.uuid()),
  carrier_code: s.nullable(s.freeText()),
  service_code: s.nullable(s.freeText()),
  ship_mode: s.nullable(s.choice(...shipModes)),
  ship_to: s.openObject(),
  currency: s.currency(),
  subtotal: s.money(),
  discount: s.money(),
  shipping_fee: s.money(),
  tax: s.money(),
  total: s.money(),
  required_ship_date: s.nullable(s.date()),
  note: s.freeText(),
  hold_reasons: s.listOf(s.choice(...holdReasons)),
  created_at: s.instant(),
  updated_at: s.instant(),
  released_at: s.nullable(s.instant()),
  fulfilled_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

export const orderRowView = s.object(fields);

export const orderView = s.object({
  ...fields,
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      sku: s.nullable(s.freeText()),
      product_id: s.nullable(s.uuid()),
      name: s.nullable(s.freeText()),
      qty: s.qty(),
      ...shownUnit,
      price: s.described(
        s.decimalNumber({ places: 6, below: 1e12 }),
        'Per unit of uom_qty, or of qty where uom is null.',
      ),
      amount: s.money(),
      qty_allocated: s.qty(),
      qty_fulfilled: s.qty(),
      qty_backordered: s.qty(),
      qty_cancelled: s.qty(),
    }),
  ),
  shipments: s.listOf(
    s.object({
      id: s.uuid(),
      shipment_no: s.freeText(),
      status: s.choice(...shipmentStatuses),
      warehouse_id: s.uuid(),
      warehouse_code: s.freeText(),
      tracking_no: s.nullable(s.freeText()),
      tracking_state: s.nullable(s.choice(...trackingKinds)),
    }),
  ),
});

const facts = (row: OrderRow) => ({ ...row, channel: row.channel_code });

/** An order without the columns the row carries for other readers. */
export const showOrderRow = (row: OrderRow) => present(orderRowView, facts(row));

/** An order with its lines and shipments. Refuses 404. */
export async function orderDetail({ tx }: Call, { id }: { id: string }) {
  const found = existing('sales order', await findOrder(tx, id));
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
