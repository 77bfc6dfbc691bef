/** The receipt of a return: made when it is authorized, and grown with its lines. */
import {
  addLines,
  insertReceipts,
  nextLineNo,
  type NewReceiptLine,
  linkReceiptLines,
} from '../../db/receiving/receipts.write.ts';
import { linesToReceive, type LockedReturn } from '../../db/returns/returns.write.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { newId } from '../../domain/new-id.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { initialReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import type { Work } from '../engine/handler.ts';

/** Makes the receipt of a locked return, with all its lines. Returns its id. */
export async function makeReturnReceipt(work: Work, of: LockedReturn): Promise<string> {
  const { tx, emit } = work;
  const { merchant_id, warehouse_id } = of;
  const receipt = {
    id: newId(),
    receipt_no: await work.takeNumber('RCPT'),
    merchant_id,
    warehouse_id,
    source_type: 'return' as const,
    source_id: of.id,
    return_id: of.id,
    status: initialReceiptStatus('return'),
    title: (await merchantFor(tx, merchant_id)).name,
    container_no: null,
    seal_no: null,
    vendor_id: null,
    expected_date: null,
  };
  const lines = await receiptLinesOf(work, of, 0);
  await insertReceipts(tx, [{ receipt, lines }]);
  await linkReceiptLines(tx, 'return_lines', lines.map(linkOf));
  const states = { status: receipt.status, previous_status: null };
  emit(receiptEvent(receipt, 'created', { ...states, source_type: 'return', lines: lines.length }));
  return receipt.id;
}

/** Adds the lines that a return has gained to its receipt, which the caller holds locked. */
export async function growReturnReceipt(work: Work, of: LockedReturn, receiptId: string): Promise<void> {
  const { tx } = work;
  const last = (await nextLineNo(tx, receiptId)) - 1;
  const lines = await receiptLinesOf(work, of, last);
  await addLines(tx, { id: receiptId, merchant_id: of.merchant_id }, lines);
  await linkReceiptLines(tx, 'return_lines', lines.map(linkOf));
}

type LineOfReturn = NewReceiptLine & { return_line_id: string };

async function receiptLinesOf({ tx }: Work, of: LockedReturn, last: number): Promise<LineOfReturn[]> {
  const found = await linesToReceive(tx, of.id);
  return found.map(({ id, item_id, qty, uom, lot_no, inspect }, index) => ({
    id: newId(),
    return_line_id: id,
    line_no: last + index + 1,
    item_id,
    expected_qty: toJsonNumber(qty),
    uom,
    uom_factor: '1',
    lot_no,
    is_unplanned: false,
    is_passed: inspect === 'never',
  }));
}

const linkOf = ({ id, return_line_id }: LineOfReturn) => ({ id: return_line_id, receipt_line_id: id });
