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
import * as s from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { progressView } from '../../../queues/receiving/receipts.ts';
import type { Call } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';

const receiptFields = {
  id: s.uuid(),
  receipt_no: s.text(),
  warehouse_id: s.uuid(),
  warehouse_code: s.text(),
  merchant_id: s.uuid(),
  source_type: s.choice(...receiptSources),
  source_id: s.nullable(s.uuid()),
  transfer_id: s.nullable(s.uuid()),
  return_id: s.nullable(s.uuid()),
  status: s.choice(...receiptStatuses),
  title: s.text(),
  container_no: s.nullable(s.text()),
  seal_no: s.nullable(s.text()),
  vendor_id: s.nullable(s.uuid()),
  expected_date: s.nullable(s.date()),
  open_task_id: s.nullable(s.uuid()),
  progress: progressView,
  created_at: s.instant(),
  updated_at: s.instant(),
  received_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
};

export const receiptLineView = s.object({
  id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  item_id: s.uuid(),
  sku: s.text(),
  item_name: s.text(),
  uom: s.text(),
  lot_no: s.nullable(s.text()),
  is_unplanned: s.flag(),
  expected_qty: s.nullable(s.qty()),
  received_qty: stockQty(),
  damaged_qty: stockQty(),
  rejected_qty: stockQty(),
  remaining_qty: stockQty(),
  over_qty: stockQty(),
});

export const receiptRowView = s.object(receiptFields);
export const receiptView = s.object({ ...receiptFields, lines: s.listOf(receiptLineView) });

export const discrepancyReportView = s.object({
  receipt_id: s.uuid(),
  receipt_no: s.text(),
  status: s.choice(...receiptStatuses),
  is_final: s.flag(),
  discrepancies: s.listOf(
    s.object({
      type: s.choice(...discrepancyTypes),
      receipt_line_id: s.uuid(),
      line_no: s.integer({ min: 1, max: 1_000_000 }),
      item_id: s.uuid(),
      sku: s.text(),
      item_name: s.text(),
      uom: s.text(),
      expected_qty: s.nullable(s.qty()),
      counted_qty: stockQty(),
      qty: stockQty(),
      expected_lot_no: s.nullable(s.text()),
      lot_no: s.nullable(s.text()),
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
export async function receiptDetail({ tx }: Call, { id }: { id: string }) {
  // Sent at once: one wait for the whole detail.
  const [receipt, lines] = await Promise.all([findReceipt(tx, id), listReceiptLines(tx, id)]);
  if (!receipt) throw notFound('inbound receipt');
  return present(receiptView, { ...facts(receipt), lines: lines.map(lineFacts) });
}
