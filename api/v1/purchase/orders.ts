/** v1: purchase orders. */
import { listPurchaseOrders, purchaseOrderSorts } from '../../../db/purchase/orders.read.ts';
import { purchaseOrderStatuses } from '../../../domain/purchase/order-states.ts';
import { purchaseOrderCommands as commands, unitPrice } from '../../../queues/purchase/orders.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId } from '../../http/reads.ts';
import { searchText, v1Query } from '../../http/query-fields.ts';
import { goodsOf, idOrCode, listed, sku, withIds } from '../names.ts';
import { orderDetail, orderRowView, orderView, showOrderRow } from './order-view.ts';

const path = '/v1/purchase/orders';
const pathToInput = { id: 'order_id' };
const answer = { pathToInput, respondWith: orderDetail, returns: orderView } as const;

const createBody = s.object({
  vendor_id: idOrCode(),
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  warehouse_id: s.optional(idOrCode('By default the first warehouse by priority.')),
  currency: s.optional(s.currency(), "By default the organization's base currency."),
  expected_date: s.optional(s.date()),
  vendor_ref: s.optional(s.text(100), "The vendor's own number for it."),
  note: s.optional(s.freeText(2_000)),
  lines: s.list(
    s.object({
      sku: sku(),
      qty: s.qty({ positive: true }),
      uom: s.optional(s.text(20), "A unit of the item; by default the item's base unit."),
      price: s.optional(unitPrice(), 'Per unit; zero by default.'),
      expected_date: s.optional(s.date()),
    }),
    { min: 1, max: 1_000 },
  ),
});

async function createInput(call: Call, body: s.Infer<typeof createBody>) {
  const { lines, ...given } = await withIds(call, body);
  const skus = lines.map((line) => line.sku);
  const { merchantId, items } = await goodsOf(call, given.merchant_id, skus);
  return {
    ...given,
    merchant_id: merchantId,
    lines: lines.map(({ sku: _sku, price = 0, ...line }, index) => ({
      ...line,
      item_id: items[index]!,
      price,
    })),
  };
}

export const orderEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Purchase orders, newest first',
    permission: 'purchase.view',
    query: v1Query(
      {
        status: s.choice(...purchaseOrderStatuses),
        merchant_id: idOrCode(),
        vendor_id: idOrCode(),
        warehouse_id: idOrCode(),
        q: searchText(100),
      },
      Object.keys(purchaseOrderSorts),
    ),
    returns: orderRowView,
    run: (call) => listed(call, listPurchaseOrders, showOrderRow),
  }),
  create({
    path,
    summary: 'Create a purchase order',
    permission: 'purchase.manage',
    command: commands.createPurchaseOrder,
    body: createBody,
    input: createInput,
    respondWith: orderDetail,
    returns: orderView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One purchase order with what has been received of each line (an addition)',
    permission: 'purchase.view',
    returns: orderView,
    run: byId(orderDetail),
  }),
  command({
    path: `${path}/{id}/approve`,
    summary: 'Approve a draft (an addition)',
    description: "A draft above the organization's purchase_approval_above can be released only after this.",
    permission: 'purchase.approve',
    command: commands.approvePurchaseOrder,
    ...answer,
  }),
  command({
    path: `${path}/{id}/release`,
    summary: 'Release to WMS: creates one inbound receipt of what is left',
    description:
      'receipt_id is the newest receipt. While everything left is on a receipt that can be counted, repeating it changes nothing. 409 APPROVAL_REQUIRED.',
    permission: 'purchase.manage',
    command: commands.releasePurchaseOrder,
    ...answer,
  }),
  command({
    path: `${path}/{id}/close`,
    summary: 'Close an order short, without what has not arrived (an addition)',
    description:
      'Receipts without a count are closed with it; if one is being counted: 409 RECEIPT_OPEN. Repeating it changes nothing.',
    permission: 'purchase.manage',
    command: commands.closePurchaseOrder,
    ...answer,
  }),
  command({
    path: `${path}/{id}/cancel`,
    summary: 'Cancel an order of which nothing has arrived (an addition)',
    description: 'Its receipts are closed empty, its ASNs cancelled. Repeating it changes nothing.',
    permission: 'purchase.manage',
    command: commands.cancelPurchaseOrder,
    ...answer,
  }),
];
