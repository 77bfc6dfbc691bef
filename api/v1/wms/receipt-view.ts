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
import {
  date,
  choice,
  described,
  instant,
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

const fields = {
  id: uuid(),
  receipt_no: text(),
  status: choice(...receiptStatuses),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: text(),
  source_type: choice(...receiptSources),
  source_id: nullable(uuid()),
  title: text(),
  container_no: nullable(text()),
  seal_no: nullable(text()),
  vendor_id: nullable(uuid()),
  expected_date: nullable(date()),
  progress: progressView,
  created_at: instant(),
  updated_at: instant(),
  received_at: nullable(instant()),
  closed_at: nullable(instant()),
};

const lineView = object({
  id: uuid(),
  sku: text(),
  item_id: uuid(),
  uom: text(),
  lot_no: nullable(text()),
  qty: described(nullable(qty()), 'Expected; null for a blind line.'),
  qty_received: stockQty(),
  qty_damaged: stockQty(),
  qty_rejected: stockQty(),
  qty_remaining: stockQty(),
});

const palletView = object({
  id: uuid(),
  pallet_id: described(text(), 'The license plate number.'),
  lines: listOf(
    object({
      sku: text(),
      lot_no: nullable(text()),
      qty: described(stockQty(), "In the item's base unit."),
    }),
  ),
});

export const receiptRowView = object(fields);
export const receiptView = object({ ...fields, lines: listOf(lineView), pallets: listOf(palletView) });

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
export async function receiptDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  // Sent at once: one wait for the whole detail.
  const [receipt, lines, pallets] = await Promise.all([
    findReceipt(tx, organizationId, id),
    listReceiptLines(tx, organizationId, id),
    listReceiptPallets(tx, organizationId, id),
  ]);
  if (!receipt) throw notFound('inbound receipt');
  return present(receiptView, {
    ...facts(receipt),
    lines: lines.map(lineFacts),
    pallets: palletFacts(pallets),
  });
}
