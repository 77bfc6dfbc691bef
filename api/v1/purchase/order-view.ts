/** v1: how a purchase order is shown. */
import { findPurchaseOrder, type PurchaseOrderRow } from '../../../db/purchase/orders.read.ts';
import type { OrderLineRow } from '../../../db/purchase/order-progress.read.ts';
import { decimal, zero } from '../../../domain/decimal.ts';
import { needsApproval, purchaseOrderStatuses } from '../../../domain/purchase/order-states.ts';
import { inUnit } from '../../../domain/purchase/remainders.ts';
import { receiptSources, receiptStatuses } from '../../../domain/receiving/receipt-states.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { unitPrice } from '../../../queues/purchase/orders.ts';
import {
  choice,
  currency,
  date,
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  money,
  nullable,
  object,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: uuid(),
  po_no: freeText(),
  status: choice(...purchaseOrderStatuses),
  merchant_id: uuid(),
  vendor_id: uuid(),
  vendor: nullable(freeText()),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  currency: currency(),
  total: money(),
  expected_date: nullable(date()),
  vendor_ref: nullable(freeText()),
  note: freeText(),
  version: integer({ min: 1, max: 2 ** 31 - 1 }),
  waits_for_approval: flag(),
  approved_at: nullable(instant()),
  approved_by: nullable(freeText()),
  created_at: instant(),
  updated_at: instant(),
  released_at: nullable(instant()),
  closed_at: nullable(instant()),
  cancelled_at: nullable(instant()),
  end_reason: nullable(freeText()),
};

const lineView = object({
  id: uuid(),
  line_no: integer({ min: 1, max: 1_000_000 }),
  item_id: uuid(),
  sku: freeText(),
  uom: freeText(),
  qty: stockQty(),
  price: unitPrice(),
  amount: money(),
  expected_date: nullable(date()),
  qty_received: described(
    stockQty(),
    'Net of corrections, good and damaged, over all receipts of the order.',
  ),
  qty_expected: described(stockQty(), 'Still expected on receipts that can be counted.'),
  qty_open: described(stockQty(), 'Ordered, neither received nor given up.'),
  qty_cancelled: described(stockQty(), 'Given up: ordered but not received when the order ended.'),
});

const receiptView = object({
  id: uuid(),
  receipt_no: freeText(),
  status: choice(...receiptStatuses),
  source_type: choice(...receiptSources),
  created_at: instant(),
});

export const orderRowView = object(fields);
export const orderView = object({
  ...fields,
  receipt_id: described(nullable(uuid()), 'The newest of its receipts.'),
  lines: listOf(lineView),
  receipts: listOf(receiptView),
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
  const left = inUnit((missing.lt(zero) ? zero : missing).toFixed(), factor);
  return {
    ...line,
    qty_received: inUnit(received, factor),
    qty_expected: inUnit(expected, factor),
    qty_open: hasEnded ? 0 : left,
    qty_cancelled: hasEnded ? left : 0,
  };
}

/** An order with how much of each line has arrived, and its receipts. Refuses 404. */
export async function orderDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('purchase order', await findPurchaseOrder(tx, organizationId, id));
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
