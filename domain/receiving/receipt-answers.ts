/** The answer to a count: the line and the receipt after it. Pure. */
import { toJsonNumber } from '../decimal.ts';
import { remainder, type LineCounts } from './receipt-line.ts';
import { progressOf, type Progress, type ProgressCounters } from './receipt-progress.ts';
import type { ReceiptStatus } from './receipt-states.ts';

export interface AnsweredLine {
  id: string;
  line_no: number;
  item_id: string;
  expected_qty: number | null;
  received_qty: number;
  damaged_qty: number;
  rejected_qty: number;
  remaining_qty: number;
  over_qty: number;
}

export function answerLine(
  line: { id: string; line_no: number; item_id: string },
  counts: LineCounts,
): AnsweredLine {
  const { remaining, over } = remainder(counts);
  return {
    id: line.id,
    line_no: line.line_no,
    item_id: line.item_id,
    expected_qty: counts.expected === null ? null : toJsonNumber(counts.expected),
    received_qty: toJsonNumber(counts.received),
    damaged_qty: toJsonNumber(counts.damaged),
    rejected_qty: toJsonNumber(counts.rejected),
    remaining_qty: toJsonNumber(remaining),
    over_qty: toJsonNumber(over),
  };
}

export function answerReceipt(
  receipt: { id: string; receipt_no: string },
  status: ReceiptStatus,
  counters: ProgressCounters,
): { id: string; receipt_no: string; status: ReceiptStatus; progress: Progress } {
  return { id: receipt.id, receipt_no: receipt.receipt_no, status, progress: progressOf(counters) };
}
