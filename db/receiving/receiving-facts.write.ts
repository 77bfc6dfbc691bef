/**
 * The locked read of receiving. The receipt's row is the lock for everything counted on it: three handhelds on one
 * receipt take turns, and each reads what the one before it committed.
 */
import { decimal } from '../../domain/decimal.ts';
import { notFound, unknownReference, type Refusal } from '../../domain/refusals.ts';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import type { ReceiveFacts } from '../../domain/receiving/receive-plan.ts';
import { lineCounts } from '../../domain/receiving/receipt-discrepancies.ts';
import type { ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import type { OpenTask } from '../../domain/receiving/receiving-task-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** What a count needs to read: the line, and the location and lot it names. */
export interface AskedCount {
  line_id: string;
  location_id: string | null;
  lot_no: string | null;
  is_cross_dock: boolean;
  /** Without a named lot, the line's announced lot is used (one-click receiving). */
  takes_line_lot: boolean;
}

export interface LockedReceipt {
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
  facts: ReceiveFacts;
}

export interface FactsRow extends ProgressCounters {
  receipt_no: string;
  status: ReceiptStatus;
  warehouse_id: string;
  merchant_id: string;
  open_task_id: string | null;
  open_task_status: OpenTask['status'];
  open_task_assignee_id: string | null;
  line_id: string;
  line_no: number;
  item_id: string;
  line_expected_qty: string | null;
  received_qty: string;
  damaged_qty: string;
  rejected_qty: string;
  uom_factor: string;
  line_lot_no: string | null;
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
  qc_hold: boolean;
  min_remaining_life_days: number | null;
  tolerance_percent: string;
  location_id: string | null;
  count_task_id: string | null;
  lot_is_known: boolean;
  manufacture_date: string | null;
  expiry_date: string | null;
  today: string;
}

// enter_locations keeps a count task from starting at the location until this transaction ends.
const columns = sql`
  select r.receipt_no, r.status, r.warehouse_id, r.merchant_id, r.open_task_id, r.open_task_status, r.open_task_assignee_id,
         r.lines_total, r.lines_done, r.expected_qty, r.covered_qty, r.counted_qty,
         l.id as line_id, l.line_no, l.item_id, l.expected_qty as line_expected_qty, l.received_qty, l.damaged_qty,
         l.rejected_qty, l.uom_factor, l.lot_no as line_lot_no,
         i.lot_tracked, i.expiry_tracked, i.serial_tracked, i.qc_hold, i.min_remaining_life_days,
         place.id as location_id,
         (select k.count_task_id from enter_locations(r.organization_id, array[place.id]) k) as count_task_id`;
const allColumns = sql`${columns},
         coalesce(i.over_receipt_tolerance_percent, v.over_receipt_tolerance_percent,
                  m.over_receipt_tolerance_percent, 0) as tolerance_percent,
         lots.item_id is not null as lot_is_known, lots.manufacture_date, lots.expiry_date,
         (now() at time zone w.time_zone)::date as today`;
const lockedRows = (organizationId: string, receiptId: string): SqlText => sql`
    join inbound_receipts r on r.organization_id = ${organizationId} and r.id = ${receiptId}
    join inbound_receipt_lines l on l.organization_id = r.organization_id and l.id = asked.line_id and l.receipt_id = r.id
    join items i on i.organization_id = l.organization_id and i.id = l.item_id`;
const allJoins = (
  organizationId: string,
  receiptId: string,
): SqlText => sql`${lockedRows(organizationId, receiptId)}
    join merchants m on m.organization_id = r.organization_id and m.id = r.merchant_id
    join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
    left join vendors v on v.organization_id = r.organization_id and v.id = r.vendor_id
    left join locations place on place.organization_id = r.organization_id and place.warehouse_id = r.warehouse_id
     and place.is_active and place.id = coalesce(asked.location_id, (
       select x.id from locations x
        where asked.is_cross_dock and x.organization_id = r.organization_id and x.warehouse_id = r.warehouse_id
          and x.type = 'cross_dock' and x.is_active
        order by x.code limit 1))
    left join lots on lots.organization_id = l.organization_id and lots.item_id = l.item_id
     and lots.lot_no = coalesce(asked.lot_no, case when asked.takes_line_lot then l.lot_no end)
     for update of r, l`;

const manyText = (
  organizationId: string,
  receiptId: string,
  asked: readonly object[],
): SqlText => sql`${allColumns}, asked.position
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked
      (position integer, line_id uuid, location_id uuid, lot_no text, is_cross_dock boolean, takes_line_lot boolean)
    ${allJoins(organizationId, receiptId)}`;

/**
 * Locks the receipt and some of its lines and reads everything a count needs. Returns the lines in the order asked,
 * repeats included.
 */
export async function lockManyForCount(
  tx: TenantTransaction,
  organizationId: string,
  receiptId: string,
  asked: readonly AskedCount[],
): Promise<{ receipt: LockedReceipt; lines: LockedLine[] }> {
  const positioned = asked.map((count, position) => ({ position, ...count }));
  const found = await rows<FactsRow & { position: number }>(
    tx,
    manyText(organizationId, receiptId, positioned),
  );
  const byPosition = new Map(found.map((facts) => [facts.position, facts]));
  const missing = positioned.find(({ position }) => !byPosition.has(position));
  if (missing) throw await nothingLocked(tx, organizationId, receiptId, `lines.${missing.position}.line_id`);
  return {
    receipt: receiptOf(receiptId, found[0]!),
    lines: positioned.map(({ position }) => lineOf(byPosition.get(position)!)),
  };
}

async function nothingLocked(
  tx: TenantTransaction,
  organizationId: string,
  receiptId: string,
  path: string,
): Promise<Refusal> {
  const receipt = await row(
    tx,
    sql`select 1 from inbound_receipts where organization_id = ${organizationId} and id = ${receiptId}`,
  );
  return receipt ? unknownReference(path, 'line of this receipt') : notFound('inbound receipt');
}

export function receiptOf(id: string, found: FactsRow): LockedReceipt {
  const { lines_total, lines_done, expected_qty, covered_qty, counted_qty } = found;
  return {
    id,
    receipt_no: found.receipt_no,
    status: found.status,
    warehouse_id: found.warehouse_id,
    merchant_id: found.merchant_id,
    openTask: openTaskOf(found),
    counters: { lines_total, lines_done, expected_qty, covered_qty, counted_qty },
  };
}

/** The open task as stored on the receipt's row. */
export function openTaskOf(found: {
  open_task_id: string | null;
  open_task_status: OpenTask['status'];
  open_task_assignee_id: string | null;
}): OpenTask | null {
  if (found.open_task_id === null) return null;
  return { id: found.open_task_id, status: found.open_task_status, assignee_id: found.open_task_assignee_id };
}

export function lineOf(found: FactsRow): LockedLine {
  const { lot_tracked, expiry_tracked, serial_tracked, qc_hold, min_remaining_life_days } = found;
  return {
    id: found.line_id,
    line_no: found.line_no,
    item_id: found.item_id,
    announcedLotNo: found.line_lot_no,
    facts: {
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
