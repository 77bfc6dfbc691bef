/**
 * The locked read for a reversal: one line of a locked receipt, and one of its ledger entries with the quantity left.
 */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { unknownReference } from '../../domain/refusal.ts';
import { lineCounts } from '../../domain/receiving/receipt-discrepancies.ts';
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import type { LineCounts } from '../../domain/receiving/receipt-line.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockKey } from '../inventory/ledger.write.ts';

export interface ReversibleLine {
  id: string;
  line_no: number;
  item_id: string;
  serial_tracked: boolean;
  counts: LineCounts;
  factor: Decimal;
}

/** Locks a line of a receipt whose row is locked. Refuses 400 UNKNOWN_REFERENCE. */
export async function lockLine(
  tx: TenantTransaction,
  receiptId: string,
  lineId: string,
): Promise<ReversibleLine> {
  const found = await row<{
    id: string;
    line_no: number;
    item_id: string;
    serial_tracked: boolean;
    expected_qty: string | null;
    received_qty: string;
    damaged_qty: string;
    rejected_qty: string;
    uom_factor: string;
  }>(
    tx,
    sql`select l.id, l.line_no, l.item_id, i.serial_tracked, l.expected_qty, l.received_qty, l.damaged_qty, l.rejected_qty,
            l.uom_factor
       from inbound_receipt_lines l
       join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.receipt_id = ${receiptId} and l.id = ${lineId} for update of l`,
  );
  if (!found) throw unknownReference('receipt_line_id', 'line of this receipt');
  const { id, line_no, item_id, serial_tracked } = found;
  return {
    id,
    line_no,
    item_id,
    serial_tracked,
    counts: lineCounts(found),
    factor: decimal(found.uom_factor),
  };
}

export interface ReversibleEntry {
  id: string;
  key: StockKey;
  /** What was received and not reversed yet, in base units. */
  left: Decimal;
}

/**
 * An entry that received this line, and the quantity left of it. Every reversal holds the receipt's lock, so the sum
 * misses none. Refuses 400 UNKNOWN_REFERENCE.
 */
export async function findReversible(
  tx: TenantTransaction,
  receiptId: string,
  lineId: string,
  entryId: string,
): Promise<ReversibleEntry> {
  const found = await row<StockKey & { id: string; qty_left: string }>(
    tx,
    sql`select e.id, e.warehouse_id, e.merchant_id, e.item_id, e.location_id, e.status, e.lot_no, e.lpn_id,
            e.qty_delta + coalesce((select sum(x.qty_delta) from inventory_ledger x
                                     where x.organization_id = e.organization_id and x.ref_id = e.ref_id
                                       and x.reverses_id = e.id), 0) as qty_left
       from inventory_ledger e
      where e.organization_id = ${tx.organizationId} and e.id = ${entryId} and e.ref_id = ${receiptId} and e.ref_line_id = ${lineId} and e.transaction_type = any (${arrivalTypes}::text[])
        and e.status <> 'in_transit'`,
  );
  if (!found) throw unknownReference('ledger_entry_id', 'entry by which this line was received');
  const { id, qty_left: left, ...key } = found;
  return { id, key, left: decimal(left) };
}
