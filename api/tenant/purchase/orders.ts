/** Purchase orders, where a buyer's screen needs more than v1 offers: editing a draft, changing a released order. */
import { findPurchaseOrder } from '../../../db/purchase/orders.read.ts';
import { purchaseOrderStatuses } from '../../../domain/purchase/order-states.ts';
import { inUnit } from '../../../domain/purchase/remainders.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { purchaseOrderCommands as commands, unitPrice } from '../../../queues/purchase/orders.ts';
import * as s from '../../../queues/schema.ts';
import { actions, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const path = '/api/purchase/orders/{id}';

const view = s.object({
  id: s.uuid(),
  po_no: s.freeText(),
  status: s.choice(...purchaseOrderStatuses),
  version: s.integer({ min: 1, max: 2 ** 31 - 1 }),
  merchant_id: s.uuid(),
  vendor_id: s.uuid(),
  vendor: s.nullable(s.freeText()),
  warehouse_id: s.uuid(),
  currency: s.currency(),
  total: s.money(),
  expected_date: s.nullable(s.date()),
  vendor_ref: s.nullable(s.freeText()),
  note: s.freeText(),
  approved_at: s.nullable(s.instant()),
  approved_by: s.nullable(s.freeText()),
  lines: s.listOf(
    s.object({
      id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      item_id: s.uuid(),
      sku: s.freeText(),
      item_name: s.freeText(),
      uom: s.freeText(),
      qty: stockQty(),
      price: unitPrice(),
      amount: s.money(),
      received_qty: stockQty(),
      expected_qty: stockQty(),
    }),
  ),
});

async function detail({ tx }: Call, { id }: { id: string }) {
  const found = existing('purchase order', await findPurchaseOrder(tx, id));
  return present(view, {
    ...found,
    lines: found.lines.map((line) => ({
      ...line,
      received_qty: inUnit(line.received_base, line.uom_factor),
      expected_qty: inUnit(line.expected_base, line.uom_factor),
    })),
  });
}

export const purchaseOrderEndpoints: readonly Endpoint[] = [
  query({
    path,
    summary: 'One purchase order as its buyer edits it',
    permission: 'purchase.view',
    returns: view,
    run: byId(detail),
  }),
  actions({
    path,
    summary: 'Edit a draft, or change a released order',
    description:
      'change: quantities, prices and new lines of a released order, with a reason; never below what has been received or is expected (409 BELOW_COMMITTED). Added quantities are released again.',
    pathToInput: { id: 'order_id' },
    permission: 'purchase.manage',
    actions: { change: { command: commands.changePurchaseOrder, permission: 'purchase.manage' } },
    edit: { command: commands.editPurchaseOrder, permission: 'purchase.manage' },
    respondWith: detail,
    returns: view,
  }),
];
