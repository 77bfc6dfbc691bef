/** v1: sales orders, created by SKU and released to the WMS in one step. */
import { listOrders, orderSorts } from '../../../db/orders/orders.read.ts';
import { orderStatuses } from '../../../domain/orders/order-states.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { orderCommands as commands, shippingAtOnce, shipTo } from '../../../queues/orders/orders.ts';
import { lineUnit } from '../../../queues/catalog/line-unit.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { v1Query } from '../../http/query-fields.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { orderDetail, orderRowView, orderView, showOrderRow } from './order-view.ts';

const path = '/v1/oms/orders';

const createBody = s.object({
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  channel: s.optional(idOrCode('The channel the order came through.')),
  channel_order_no: s.optional(s.text(200), "The channel's own number; unique within a channel."),
  customer_id: s.optional(idOrCode()),
  retailer_id: s.optional(idOrCode()),
  warehouse_id: s.optional(idOrCode()),
  carrier_code: s.optional(s.code()),
  service_code: s.optional(s.code()),
  currency: s.optional(s.currency()),
  ship_to: s.optional(shipTo()),
  discount: s.optional(s.money({ min: 0 })),
  shipping_fee: s.optional(s.money({ min: 0 })),
  tax: s.optional(s.money({ min: 0 })),
  required_ship_date: s.optional(s.date()),
  note: s.optional(s.freeText()),
  lines: s.list(
    s.object({
      sku: sku(),
      qty: s.qty({ positive: true }),
      ...lineUnit(),
      price: s.optional(
        s.decimalNumber({ places: 6, min: 0, below: 1e9 }),
        'Per unit of uom, or of qty without one.',
      ),
    }),
    { min: 1, max: 1_000 },
  ),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines, channel, ...given } = await withIds(call, body);
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, skus);
  return {
    ...given,
    ...(channel ? { channel_id: channel } : {}),
    merchant_id: merchantId,
    lines: lines.map(({ sku: _sku, ...line }, index) => ({ product_id: items[index]!, ...line })),
  };
}

const releaseBody = s.object({
  warehouse_id: s.optional(
    idOrCode("By default the order's, else one that covers all lines, else as few shipments as possible."),
  ),
  ship_mode: s.optional(s.choice(...shipModes), 'Default parcel.'),
  ...shippingAtOnce(),
});

export const orderEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Sales orders, newest first',
    permission: 'oms.orders.view',
    query: v1Query(
      {
        status: s.choice(...orderStatuses),
        merchant_id: idOrCode(),
        channel_id: idOrCode(),
        warehouse_id: idOrCode(),
      },
      Object.keys(orderSorts),
    ),
    returns: orderRowView,
    run: (call) => listed(call, (tx, filters, page) => listOrders(tx, { ...filters, ...page }), showOrderRow),
  }),
  create({
    path,
    summary: 'Create a draft sales order',
    permission: 'oms.orders.create',
    command: commands.createOrder,
    body: createBody,
    input: createInput,
    respondWith: orderDetail,
    returns: orderView,
  }),
  command({
    path: `${path}/{id}/release`,
    summary:
      'Release an order to the WMS: its shipments are created at commit; with ship, they leave at once',
    description:
      'Works from draft on: an order not yet submitted and approved is, each with its own checks and event, in one transaction. ' +
      'Approving also needs oms.orders.approve; in oms_standalone mode 400 NOT_WMS_SYNC.',
    permission: 'oms.orders.manage',
    command: commands.releaseToWms,
    body: releaseBody,
    input: async (call: Call, body: s.Infer<typeof releaseBody>) => ({
      ...(await withIds(call, body)),
      order_id: call.params['id']!,
    }),
    respondWith: orderDetail,
    returns: orderView,
  }),
];
