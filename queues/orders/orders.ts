/**
 * Commands of sales orders. Drafts are plain record keeping and run inline; status changes run on the allocation queue.
 */
import { holdReasons } from '../../domain/orders/order-states.ts';
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  code,
  currency,
  date,
  described,
  flag,
  freeText,
  list,
  money,
  nullable,
  object,
  optional,
  qty,
  decimalNumber,
  ruled,
  text,
  uuid,
} from '../schema.ts';

const price = () => decimalNumber({ places: 6, min: 0, below: 1e9 });

/** An order line as submitted; an unknown product is named by what the channel called it. */
const orderLine = () =>
  object({
    product_id: optional(nullable(uuid())),
    channel_sku: optional(nullable(freeText(200))),
    qty: qty({ min: 0 }),
    price: optional(price()),
  });

const lines = () => list(orderLine(), { max: 1000 });

/** The ship-to address; the same fields on both API surfaces. */
export const shipTo = () =>
  object({
    name: optional(freeText(200)),
    address: optional(freeText(500)),
    city: optional(freeText(200)),
    state: optional(freeText(100)),
    postal: optional(freeText(40)),
    country: optional(freeText(100)),
    phone: optional(freeText(60)),
  });

/** The fields that can change while the order is a draft. */
const draftFields = {
  customer_id: optional(nullable(uuid())),
  channel_id: optional(nullable(uuid())),
  channel_order_no: optional(nullable(freeText(200))),
  warehouse_id: optional(nullable(uuid())),
  retailer_id: optional(nullable(uuid())),
  carrier_code: optional(nullable(code())),
  service_code: optional(nullable(code())),
  currency: optional(currency()),
  ship_to: optional(shipTo()),
  discount: optional(money({ min: 0 })),
  shipping_fee: optional(money({ min: 0 })),
  tax: optional(money({ min: 0 })),
  required_ship_date: optional(nullable(date())),
  note: optional(freeText()),
};

const order = { order_id: uuid() };
const result = object({ id: uuid() });
const shipMode = () => choice(...shipModes);

/** A form that sends back all its fields may include the present merchant. */
const editFields = { ...draftFields, merchant_id: optional(nullable(uuid())) };

export const orderCommands = {
  createOrder: defineCommand({
    name: 'oms.create_order',
    runs: 'inline',
    together: true,
    summary: 'Creates a draft sales order.',
    input: object({ ...draftFields, merchant_id: optional(nullable(uuid())), lines: optional(lines()) }),
    result: object({ id: uuid(), order_no: text() }),
  }),
  editOrder: defineCommand({
    name: 'oms.edit_order',
    runs: 'inline',
    summary:
      'Edits a draft: the given fields, and the whole list of lines when given; at least one of the two.',
    input: ruled(
      object({ ...order, fields: optional(object(editFields)), lines: optional(lines()) }),
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
    input: object(order),
    result,
  }),
  approveOrder: defineCommand({
    name: 'oms.approve_order',
    runs: 'allocation',
    together: true,
    summary: 'Confirms an order when ATP covers all its lines together, and places soft reservations.',
    input: object(order),
    result,
  }),
  allocateOrder: defineCommand({
    name: 'oms.allocate_order',
    runs: 'allocation',
    summary: 'Binds the promise to a warehouse: all lines or, with allow_partial, what it covers.',
    input: object({
      ...order,
      warehouse_id: optional(described(uuid(), 'Required.')),
      allow_partial: optional(flag()),
    }),
    result,
  }),
  releaseOrder: defineCommand({
    name: 'oms.release_order',
    runs: 'allocation',
    summary: 'Allocates stock line by line and hands the order to the warehouse.',
    input: object({ ...order, ship_mode: optional(described(shipMode(), 'Required.')) }),
    result,
  }),
  pushOrder: defineCommand({
    name: 'oms.push_to_wms',
    runs: 'push-to-wms',
    together: true,
    summary:
      'Allocates, releases and creates the shipment in one step; across several warehouses, the fewest shipments.',
    input: object({ ...order, warehouse_id: optional(nullable(uuid())), ship_mode: optional(shipMode()) }),
    result,
  }),
  releaseToWms: defineCommand({
    name: 'oms.release_to_wms',
    runs: 'push-to-wms',
    summary: 'Submits and approves an order if that is still needed, and pushes it, in one transaction.',
    input: object({ ...order, warehouse_id: optional(nullable(uuid())), ship_mode: optional(shipMode()) }),
    result,
  }),
  fulfillOrder: defineCommand({
    name: 'oms.fulfill_order',
    runs: 'allocation',
    summary: 'Ships what is allocated and ends backorders.',
    input: object(order),
    result,
  }),
  fulfillOrderInPart: defineCommand({
    name: 'oms.partially_fulfill_order',
    runs: 'allocation',
    summary: 'Ships part of what is allocated to the lines.',
    input: object({
      ...order,
      lines: optional(
        described(
          list(object({ line_id: uuid(), qty: qty({ positive: true }) }), { min: 1, max: 1000 }),
          'Required.',
        ),
      ),
    }),
    result,
  }),
  deliverOrder: defineCommand({
    name: 'oms.deliver_order',
    runs: 'allocation',
    summary: 'Marks an order and its shipments delivered.',
    input: object(order),
    result,
  }),
  cancelOrder: defineCommand({
    name: 'oms.cancel_order',
    runs: 'allocation',
    summary: 'Cancels an order that is not released yet, and releases its reservations.',
    input: object(order),
    result,
  }),
  requestOrderCancel: defineCommand({
    name: 'oms.request_order_cancel',
    runs: 'allocation',
    summary:
      'Cancels a released order, or what is left of one that shipped in part: unpicked stock is free at once, picked stock is put back by a task.',
    input: object({ ...order, reason: optional(freeText(500)) }),
    result,
  }),
  holdOrder: defineCommand({
    name: 'oms.hold_order',
    runs: 'allocation',
    summary: 'Places a hold: nothing of a held order moves.',
    input: object({ ...order, reason: choice(...holdReasons), note: optional(freeText(500)) }),
    result,
  }),
  liftHold: defineCommand({
    name: 'oms.lift_hold',
    runs: 'allocation',
    summary: 'Lifts a hold.',
    input: object({ ...order, hold_id: uuid() }),
    result,
  }),
};
