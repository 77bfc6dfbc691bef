/**
 * What is read under the receipt's lock. Its row is the lock for everything counted on it: three handhelds on one receipt
 * take turns, and each reads what the one before it committed.
 */
import { decimal } from '../../domain/decimal.ts';
import type { Apart } from '../../domain/inventory/hazard-segregation.ts';
import type { InspectionTerms } from '../../domain/quality/inspection-plans.ts';
import type { ReceiptOrigin } from '../../domain/receiving/arrival.ts';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import type { ReceiveFacts } from '../../domain/receiving/receive-plan.ts';
import { lineCounts } from '../../domain/receiving/receipt-discrepancies.ts';
import type { ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import type { OpenTask } from '../../domain/receiving/receiving-task-states.ts';

export interface LockedReceipt extends ReceiptOrigin {
  id: string;
  receipt_no: string;
  status: ReceiptStatus;
  warehouse_id: string;
  merchant_id: string;
  openTask: OpenTask | null;
  counters: ProgressCounters;
}

export interface LockedLine {
  id: string;
  line_no: number;
  item_id: string;
  announcedLotNo: string | null;
  putsAway: boolean;
  apart: Apart | null;
  facts: ReceiveFacts;
}

/** A receipt's row as `receiptOf` takes it. */
export interface LockedReceiptRow extends ProgressCounters, ReceiptOrigin {
  id: string;
  receipt_no: string;
  status: ReceiptStatus;
  warehouse_id: string;
  merchant_id: string;
  open_task_id: string | null;
  open_task_status: OpenTask['status'];
  open_task_assignee_id: string | null;
}

export interface FactsRow extends LockedReceiptRow {
  line_id: string;
  line_no: number;
  item_id: string;
  line_expected_qty: string | null;
  received_qty: string;
  damaged_qty: string;
  rejected_qty: string;
  uom_factor: string;
  line_lot_no: string | null;
  is_passed: boolean;
  /** The plan by which good units are looked at. */
  inspection: InspectionTerms | null;
  held_qty: string;
  held_back_qty: string;
  passed_back_qty: string;
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
  qc_hold: boolean;
  min_remaining_life_days: number | null;
  tolerance_percent: string;
  location_id: string | null;
  /** What is put there is planned to be put away. */
  puts_away: boolean | null;
  /** Dangerous goods that are to be kept there, apart from others. */
  apart: Apart | null;
  count_task_id: string | null;
  lot_is_known: boolean;
  manufacture_date: string | null;
  expiry_date: string | null;
  today: string;
}

export function receiptOf(found: LockedReceiptRow): LockedReceipt {
  const { lines_total, lines_done, expected_qty, covered_qty, counted_qty } = found;
  return {
    id: found.id,
    receipt_no: found.receipt_no,
    status: found.status,
    ...originOf(found),
    warehouse_id: found.warehouse_id,
    merchant_id: found.merchant_id,
    openTask: openTaskOf(found),
    counters: { lines_total, lines_done, expected_qty, covered_qty, counted_qty },
  };
}

function originOf({ source_type, transfer_id, return_id }: ReceiptOrigin): ReceiptOrigin {
  return { source_type, transfer_id, return_id };
}

/** The open task as stored on the receipt's row. */
function openTaskOf(found: LockedReceiptRow): OpenTask | null {
  if (found.open_task_id === null) return null;
  return { id: found.open_task_id, status: found.open_task_status, assignee_id: found.open_task_assignee_id };
}

export function lineOf(found: Omit<FactsRow, 'id'>): LockedLine {
  const { lot_tracked, expiry_tracked, serial_tracked, qc_hold, min_remaining_life_days } = found;
  return {
    id: found.line_id,
    line_no: found.line_no,
    item_id: found.item_id,
    announcedLotNo: found.line_lot_no,
    putsAway: found.puts_away ?? false,
    apart: found.apart,
    facts: {
      item_id: found.item_id,
      origin: originOf(found),
      isPassed: found.is_passed,
      inspection: found.inspection,
      held: decimal(found.held_qty),
      takenBack: { held: decimal(found.held_back_qty), passed: decimal(found.passed_back_qty) },
      line: lineCounts({ ...found, expected_qty: found.line_expected_qty }),
      factor: decimal(found.uom_factor),
      item: { lot_tracked, expiry_tracked, serial_tracked, qc_hold, min_remaining_life_days },
      knownLot: found.lot_is_known
        ? { manufacture_date: found.manufacture_date, expiry_date: found.expiry_date }
        : null,
      tolerancePercent: decimal(found.tolerance_percent),
      locationId: found.location_id,
      countTaskId: found.count_task_id,
      today: found.today,
    },
  };
}
