/** v1: how a purchase order is shown. */
import { findPurchaseOrder, type PurchaseOrderRow } from '../../../db/purchase/orders.read.ts';
import type { OrderLineRow } from '../../../db/purchase/order-progress.read.ts';
import { atLeastZero, decimal } from '../../../domain/decimal.ts';
import { needsApproval, purchaseOrderStatuses } from '../../../domain/purchase/order-states.ts';
import { inUnit } from '../../../domain/purchase/remainders.ts';
import { receiptSources, receiptStatuses } from '../../../domain/receiving/receipt-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { unitPrice } from '../../../queues/purchase/orders.ts';
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: s.uuid(),
  po_no: s.freeText(),
  status: s.choice(...purchaseOrderStatuses),
  merchant_id: s.uuid(),
  vendor_id: s.uuid(),
  vendor: s.nullable(s.freeText()),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  currency: s.currency(),
  total: s.money(),
  expected_date: s.nullable(s.date()),
  vendor_ref: s.nullable(s.freeText()),
  note: s.freeText(),
  version: s.integer({ min: 1, max: 2 ** 31 - 1 }),
  waits_for_approval: s.flag(),
  approved_at: s.nullable(s.instant()),
  approved_by: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
  released_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
  end_reason: s.nullable(s.freeText()),
};

const lineView = s.object({
  id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  item_id: s.uuid(),
  sku: s.freeText(),
  uom: s.freeText(),
  qty: stockQty(),
  price: unitPrice(),
  amount: s.money(),
  expected_date: s.nullable(s.date()),
  qty_received: s.described(
    stockQty(),
    'Net of corrections, good and damaged, over all receipts of the order.',
  ),
  qty_expected: s.described(stockQty(), 'Still expected on receipts that can be counted.'),
  qty_open: s.described(stockQty(), 'Ordered, neither received nor given up.'),
  qty_cancelled: s.described(stockQty(), 'Given up: ordered but not received when the order ended.'),
});

const receiptView = s.object({
  id: s.uuid(),
  receipt_no: s.freeText(),
  status: s.choice(...receiptStatuses),
  source_type: s.choice(...receiptSources),
  created_at: s.instant(),
});

export const orderRowView = s.object(fields);
export const orderView = s.object({
  ...fields,
  receipt_id: s.nullable(s.uuid(), 'The newest of its receipts.'),
  lines: s.listOf(lineView),
  receipts: s.listOf(receiptView),
});

export function showOrderRow(row: PurchaseOrderRow) {
  return present(orderRowView, { ...row, waits_for_approval: waitsForApproval(row) });
}

const waitsForApproval = (row: PurchaseOrderRow): boolean => row.status === 'draft' && needsApproval(row);

function showLine(line: OrderLineRow, hasEnded: boolean) {
  const {
    ordered_base: ordered,
    received_base: received,
    expected_base: expected,
    uom_factor: factor,
  } = line;
  const missing = decimal(ordered).minus(decimal(received));
  const left = inUnit(atLeastZero(missing).toFixed(), factor);
  return {
    ...line,
    qty_received: inUnit(received, factor),
    qty_expected: inUnit(expected, factor),
    qty_open: hasEnded ? 0 : left,
    qty_cancelled: hasEnded ? left : 0,
  };
}

/** An order with how much of each line has arrived, and its receipts. Refuses 404. */
export async function orderDetail({ tx }: Call, { id }: { id: string }) {
  const found = existing('purchase order', await findPurchaseOrder(tx, id));
  const { lines, receipts, ...row } = found;
  const hasEnded = row.status === 'closed' || row.status === 'cancelled';
  return present(orderView, {
    ...row,
    waits_for_approval: waitsForApproval(row),
    receipt_id: receipts.at(-1)?.id ?? null,
    lines: lines.map((line) => showLine(line, hasEnded)),
    receipts,
  });
}
