/** v1: how an inbound receipt is shown. */
import { listReceiptPallets, type ReceiptPalletRow } from '../../../db/receiving/receipt-pallets.read.ts';
import {
  findReceipt,
  listReceiptLines,
  type ReceiptLineRow,
  type ReceiptRow,
} from '../../../db/receiving/receipts.read.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { notFound } from '../../../domain/refusal.ts';
import { answerLine } from '../../../domain/receiving/receipt-answers.ts';
import { lineCounts } from '../../../domain/receiving/receipt-discrepancies.ts';
import { progressOf } from '../../../domain/receiving/receipt-progress.ts';
import { receiptSources, receiptStatuses } from '../../../domain/receiving/receipt-states.ts';
import * as s from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { progressView } from '../../../queues/receiving/receipts.ts';
import type { Call } from '../../http/endpoint.ts';
import { present } from '../../http/present.ts';

const fields = {
  id: s.uuid(),
  receipt_no: s.text(),
  status: s.choice(...receiptStatuses),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.text(),
  source_type: s.choice(...receiptSources),
  source_id: s.nullable(s.uuid()),
  title: s.text(),
  container_no: s.nullable(s.text()),
  seal_no: s.nullable(s.text()),
  vendor_id: s.nullable(s.uuid()),
  expected_date: s.nullable(s.date()),
  progress: progressView,
  created_at: s.instant(),
  updated_at: s.instant(),
  received_at: s.nullable(s.instant()),
  closed_at: s.nullable(s.instant()),
};

const lineView = s.object({
  id: s.uuid(),
  sku: s.text(),
  item_id: s.uuid(),
  uom: s.text(),
  lot_no: s.nullable(s.text()),
  qty: s.nullable(s.qty(), 'Expected; null for a blind line.'),
  qty_received: stockQty(),
  qty_damaged: stockQty(),
  qty_rejected: stockQty(),
  qty_remaining: stockQty(),
});

const palletView = s.object({
  id: s.uuid(),
  pallet_id: s.described(s.text(), 'The license plate number.'),
  lines: s.listOf(
    s.object({
      sku: s.text(),
      lot_no: s.nullable(s.text()),
      qty: s.described(stockQty(), "In the item's base unit."),
    }),
  ),
});

export const receiptRowView = s.object(fields);
export const receiptView = s.object({ ...fields, lines: s.listOf(lineView), pallets: s.listOf(palletView) });

const facts = (row: ReceiptRow) => ({ ...row, progress: progressOf(row) });

export const showReceiptRow = (row: ReceiptRow) => present(receiptRowView, facts(row));

function lineFacts(line: ReceiptLineRow) {
  const counted = answerLine(line, lineCounts(line));
  return {
    id: line.id,
    sku: line.sku,
    item_id: line.item_id,
    uom: line.uom,
    lot_no: line.lot_no,
    qty: counted.expected_qty,
    qty_received: counted.received_qty,
    qty_damaged: counted.damaged_qty,
    qty_rejected: counted.rejected_qty,
    qty_remaining: counted.remaining_qty,
  };
}

function palletFacts(rows: readonly ReceiptPalletRow[]) {
  return [...groupBy(rows, ({ id }) => id).values()].map((ofPallet) => ({
    id: ofPallet[0]!.id,
    pallet_id: ofPallet[0]!.lpn,
    lines: ofPallet.map(({ sku, lot_no: lotNo, qty: amount }) => ({
      sku,
      lot_no: lotNo || null,
      qty: amount,
    })),
  }));
}

/** A receipt with its lines and the pallets built from it. Refuses 404. */
export async function receiptDetail({ tx }: Call, { id }: { id: string }) {
  // Sent at once: one wait for the whole detail.
  const [receipt, lines, pallets] = await Promise.all([
    findReceipt(tx, id),
    listReceiptLines(tx, id),
    listReceiptPallets(tx, id),
  ]);
  if (!receipt) throw notFound('inbound receipt');
  return present(receiptView, {
    ...facts(receipt),
    lines: lines.map(lineFacts),
    pallets: palletFacts(pallets),
  });
}
