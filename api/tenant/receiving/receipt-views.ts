/** How an inbound receipt is shown. */
import {
  findReceipt,
  listReceiptLines,
  type ReceiptLineRow,
  type ReceiptRow,
} from '../../../db/receiving/receipts.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import { answerLine } from '../../../domain/receiving/receipt-answers.ts';
import { discrepancyTypes, lineCounts } from '../../../domain/receiving/receipt-discrepancies.ts';
import { progressOf } from '../../../domain/receiving/receipt-progress.ts';
import { receiptSources, receiptStatuses } from '../../../domain/receiving/receipt-states.ts';
import {
  choice,
  date,
  flag,
  instant,
  integer,
  listOf,
  nullable,
  object,
  qty,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { progressView } from '../../../queues/receiving/receipts.ts';
import type { Call } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';

const receiptFields = {
  id: uuid(),
  receipt_no: text(),
  warehouse_id: uuid(),
  warehouse_code: text(),
  merchant_id: uuid(),
  source_type: choice(...receiptSources),
  source_id: nullable(uuid()),
  status: choice(...receiptStatuses),
  title: text(),
  container_no: nullable(text()),
  seal_no: nullable(text()),
  vendor_id: nullable(uuid()),
  expected_date: nullable(date()),
  open_task_id: nullable(uuid()),
  progress: progressView,
  created_at: instant(),
  updated_at: instant(),
  received_at: nullable(instant()),
  closed_at: nullable(instant()),
};

export const receiptLineView = object({
  id: uuid(),
  line_no: integer({ min: 1, max: 1_000_000 }),
  item_id: uuid(),
  sku: text(),
  item_name: text(),
  uom: text(),
  lot_no: nullable(text()),
  is_unplanned: flag(),
  expected_qty: nullable(qty()),
  received_qty: stockQty(),
  damaged_qty: stockQty(),
  rejected_qty: stockQty(),
  remaining_qty: stockQty(),
  over_qty: stockQty(),
});

export const receiptRowView = object(receiptFields);
export const receiptView = object({ ...receiptFields, lines: listOf(receiptLineView) });

export const discrepancyReportView = object({
  receipt_id: uuid(),
  receipt_no: text(),
  status: choice(...receiptStatuses),
  is_final: flag(),
  discrepancies: listOf(
    object({
      type: choice(...discrepancyTypes),
      receipt_line_id: uuid(),
      line_no: integer({ min: 1, max: 1_000_000 }),
      item_id: uuid(),
      sku: text(),
      item_name: text(),
      uom: text(),
      expected_qty: nullable(qty()),
      counted_qty: stockQty(),
      qty: stockQty(),
      expected_lot_no: nullable(text()),
      lot_no: nullable(text()),
    }),
  ),
});

const facts = (row: ReceiptRow) => ({ ...row, progress: progressOf(row) });

export const showReceiptRow = (row: ReceiptRow) => present(receiptRowView, facts(row));

function lineFacts(line: ReceiptLineRow) {
  const { sku, item_name, uom, lot_no, is_unplanned } = line;
  return { ...answerLine(line, lineCounts(line)), sku, item_name, uom, lot_no, is_unplanned };
}

/** A receipt with lines, progress and item names. Refuses 404. */
export async function receiptDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  // Sent at once: one wait for the whole detail.
  const [receipt, lines] = await Promise.all([
    findReceipt(tx, organizationId, id),
    listReceiptLines(tx, organizationId, id),
  ]);
  if (!receipt) throw notFound('inbound receipt');
  return present(receiptView, { ...facts(receipt), lines: lines.map(lineFacts) });
}
