/**
 * The discrepancy report of a receipt: short, over, damaged, rejected, wrong lot. Quantities are in the line's unit.
 */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { countedOf, remainder, type LineCounts } from './receipt-line.ts';

export const discrepancyTypes = ['short', 'over', 'damaged', 'rejected', 'wrong_lot'] as const;
export type DiscrepancyType = (typeof discrepancyTypes)[number];

export interface ReportedLine extends LineCounts {
  id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  /** The announced lot, if any. */
  lot_no: string | null;
  is_unplanned: boolean;
  /** What entered stock, by lot; '' means no lot. */
  lots: readonly { lot_no: string; qty: Decimal }[];
}

export interface Discrepancy {
  type: DiscrepancyType;
  receipt_line_id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  expected_qty: number | null;
  counted_qty: number;
  qty: number;
  expected_lot_no: string | null;
  lot_no: string | null;
}

/** Every discrepancy, line by line in the receipt's order. A planned blind line is never short or over. */
export function discrepanciesOf(lines: readonly ReportedLine[]): Discrepancy[] {
  return lines.flatMap((line) => {
    const found: Discrepancy[] = [];
    const tell = (type: DiscrepancyType, qty: Decimal, lotNo: string | null = null): void => {
      if (qty.gt(zero)) found.push(discrepancy(line, type, qty, lotNo));
    };
    const { remaining, over } = remainder(line);
    tell('short', remaining);
    // An item added at the dock was not expected, so all of it is over.
    tell('over', line.is_unplanned ? countedOf(line) : over);
    tell('damaged', line.damaged);
    tell('rejected', line.rejected);
    if (line.lot_no !== null) {
      for (const lot of line.lots)
        if (lot.lot_no !== line.lot_no) tell('wrong_lot', lot.qty, lot.lot_no || null);
    }
    return found;
  });
}

function discrepancy(
  line: ReportedLine,
  type: DiscrepancyType,
  qty: Decimal,
  lotNo: string | null,
): Discrepancy {
  return {
    type,
    receipt_line_id: line.id,
    line_no: line.line_no,
    item_id: line.item_id,
    sku: line.sku,
    item_name: line.item_name,
    uom: line.uom,
    expected_qty: line.expected === null ? null : toJsonNumber(line.expected),
    counted_qty: toJsonNumber(countedOf(line)),
    qty: toJsonNumber(qty),
    expected_lot_no: line.lot_no,
    lot_no: lotNo,
  };
}

/** A line's quantities as decimals; the database sends them as text. */
export function lineCounts(row: {
  expected_qty: string | null;
  received_qty: string;
  damaged_qty: string;
  rejected_qty: string;
}): LineCounts {
  return {
    expected: row.expected_qty === null ? null : decimal(row.expected_qty),
    received: decimal(row.received_qty),
    damaged: decimal(row.damaged_qty),
    rejected: decimal(row.rejected_qty),
  };
}
