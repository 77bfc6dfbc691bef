/**
 * Commands of sales orders. Drafts are plain record keeping and run inline; status changes run on the allocation queue.
 */
import { holdReasons } from '../../domain/orders/order-states.ts';
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { defineCommand } from '../engine/define-command.ts';
import { lineUnit } from '../catalog/line-unit.ts';
import * as s from '../schema.ts';

const price = () => s.decimalNumber({ places: 6, min: 0, below: 1e9 });

/** An order line as submitted; an unknown product is named by what the channel called it. */
const orderLine = () =>
  s.object({
    product_id: s.optional(s.nullable(s.uuid())),
    channel_sku: s.optional(s.nullable(s.freeText(200))),
    qty: s.qty({ min: 0 }),
    ...lineUnit(),
    price: s.optional(price(), 'Per unit of uom, or of qty without one.'),
  });

const lines = () => s.list(orderLine(), { max: 1000 });

/** The ship-to address; the same fields on both API surfaces. */
export const shipTo = () =>
  s.object({
    name: s.optional(s.freeText(200)),
    address: s.optional(s.freeText(500)),
    city: s.optional(s.freeText(200)),
    state: s.optional(s.freeText(100)),
    postal: s.optional(s.freeText(40)),
    country: s.optional(s.freeText(100)),
    phone: s.optional(s.freeText(60)),
  });

/** What a release may say of the goods' leaving; the same fields on both API surfaces. */
export const shippingAtOnce = () => ({
  ship: s.optional(
    s.flag(),
    'The goods leave with it: every open shipment of the order is picked, packed and shipped, as by `ship` of each, or nothing is done at all. An order that is released already is only shipped, and refused if it waits in another warehouse than the one given. Of one that is partially fulfilled, what is backordered goes along if stock covers it; if not, it stays backordered and what is open leaves, or, with nothing open, 409 INSUFFICIENT_ATP. Needs wms.outbound.ship as well.',
  ),
  tracking_no: s.optional(s.text(100), 'Only with ship, of an order that leaves in one shipment.'),
  carrier_code: s.optional(s.code(), "Only with ship. Default: the order's."),
});

/** The fields that can change while the order is a draft. */
const draftFields = {
  customer_id: s.optional(s.nullable(s.uuid())),
  channel_id: s.optional(s.nullable(s.uuid())),
  channel_order_no: s.optional(s.nullable(s.freeText(200))),
  warehouse_id: s.optional(s.nullable(s.uuid())),
  retailer_id: s.optional(s.nullable(s.uuid())),
  carrier_code: s.optional(s.nullable(s.code())),
  service_code: s.optional(s.nullable(s.code())),
  currency: s.optional(s.currency()),
  ship_to: s.optional(shipTo()),
  discount: s.optional(s.money({ min: 0 })),
  shipping_fee: s.optional(s.money({ min: 0 })),
  tax: s.optional(s.money({ min: 0 })),
  required_ship_date: s.optional(s.nullable(s.date())),
  note: s.optional(s.freeText()),
};

const order = { order_id: s.uuid() };
const result = s.object({ id: s.uuid() });
const shipMode = () => s.choice(...shipModes);

/** A form that sends back all its fields may include the present merchant. */
const editFields = { ...draftFields, merchant_id: s.optional(s.nullable(s.uuid())) };

export const orderCommands = {
  createOrder: defineCommand({
    name: 'oms.create_order',
    runs: 'inline',
    together: true,
    summary: 'Creates a draft sales order.',
    input: s.object({
      ...draftFields,
      merchant_id: s.optional(s.nullable(s.uuid())),
      lines: s.optional(lines()),
    }),
    result: s.object({ id: s.uuid(), order_no: s.text() }),
  }),
  editOrder: defineCommand({
    name: 'oms.edit_order',
    runs: 'inline',
    summary:
      'Edits a draft: the given fields, and the whole list of lines when given; at least one of the two.',
    input: s.ruled(
      s.object({ ...order, fields: s.optional(s.object(editFields)), lines: s.optional(lines()) }),
      (schema) => schema.or('fields', 'lines'),
    ),
    result,
  }),
  submitOrder: defineCommand({
    name: 'oms.submit_order',
    runs: 'allocation',
    together: true,
    summary:
      'Submits a draft for review: it needs at least one line, known products, and quantities above zero.',
    input: s.object(order),
    result,
  }),
  approveOrder: defineCommand({
    name: 'oms.approve_order',
    runs: 'allocation',
    together: true,
    summary: 'Confirms an order when ATP covers all its lines together, and places soft reservations.',
    input: s.object(order),
    result,
  }),
  allocateOrder: defineCommand({
    name: 'oms.allocate_order',
    runs: 'allocation',
    together: true,
    summary: 'Binds the promise to a warehouse: all lines or, with allow_partial, what it covers.',
    input: s.object({
      ...order,
      warehouse_id: s.optional(s.uuid(), 'Required.'),
      allow_partial: s.optional(s.flag()),
    }),
    result,
  }),
  releaseOrder: defineCommand({
    name: 'oms.release_order',
    runs: 'allocation',
    together: true,
    summary: 'Allocates stock line by line and hands the order to the warehouse.',
    input: s.object({ ...order, ship_mode: s.optional(shipMode(), 'Required.') }),
    result,
  }),
  pushOrder: defineCommand({
    name: 'oms.push_to_wms',
    runs: 'push-to-wms',
    together: true,
    summary:
      'Allocates, releases and creates the shipment in one step; across several warehouses, the fewest shipments. With ship they leave at once.',
    input: s.object({
      ...order,
      warehouse_id: s.optional(s.nullable(s.uuid())),
      ship_mode: s.optional(shipMode()),
      ...shippingAtOnce(),
    }),
    result,
  }),
  releaseToWms: defineCommand({
    name: 'oms.release_to_wms',
    runs: 'push-to-wms',
    together: true,
    summary:
      'Submits and approves an order if that is still needed, pushes it and, with ship, ships it, in one transaction.',
    input: s.object({
      ...order,
      warehouse_id: s.optional(s.nullable(s.uuid())),
      ship_mode: s.optional(shipMode()),
      ...shippingAtOnce(),
    }),
    result,
  }),
  fulfillOrder: defineCommand({
    name: 'oms.fulfill_order',
    runs: 'allocation',
    together: true,
    summary: 'Ships what is allocated and ends backorders.',
    input: s.object(order),
    result,
  }),
  fulfillOrderInPart: defineCommand({
    name: 'oms.partially_fulfill_order',
    runs: 'allocation',
    together: true,
    summary: 'Ships part of what is allocated to the lines.',
    input: s.object({
      ...order,
      lines: s.optional(
        s.list(s.object({ line_id: s.uuid(), qty: s.qty({ positive: true }) }), { min: 1, max: 1000 }),
        'Required.',
      ),
    }),
    result,
  }),
  deliverOrder: defineCommand({
    name: 'oms.deliver_order',
    runs: 'allocation',
    together: true,
    summary: 'Marks an order and its shipments delivered.',
    input: s.object(order),
    result,
  }),
  cancelOrder: defineCommand({
    name: 'oms.cancel_order',
    runs: 'allocation',
    together: true,
    summary: 'Cancels an order that is not released yet, and releases its reservations.',
    input: s.object(order),
    result,
  }),
  requestOrderCancel: defineCommand({
    name: 'oms.request_order_cancel',
    runs: 'allocation',
    together: true,
    summary:
      'Cancels a released order, or what is left of one that shipped in part: unpicked stock is free at once, picked stock is put back by a task.',
    input: s.object({ ...order, reason: s.optional(s.freeText(500)) }),
    result,
  }),
  holdOrder: defineCommand({
    name: 'oms.hold_order',
    runs: 'allocation',
    summary: 'Places a hold: nothing of a held order moves.',
    input: s.object({ ...order, reason: s.choice(...holdReasons), note: s.optional(s.freeText(500)) }),
    result,
  }),
  liftHold: defineCommand({
    name: 'oms.lift_hold',
    runs: 'allocation',
    summary: 'Lifts a hold.',
    input: s.object({ ...order, hold_id: s.uuid() }),
    result,
  }),
};
