/** Writes inbound receipts as documents: creation, added lines, status changes. */
import { decimal, sum } from '../../domain/decimal.ts';
import { notFound, type Refusal } from '../../domain/refusal.ts';
import type { ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import { execute, row, rows, type TenantTransaction, type Write } from '../database.ts';
import { together } from '../sql-errors.ts';
import { name, sql } from '../sql-text.ts';
import { receiptOf, type LockedReceipt, type LockedReceiptRow } from './receiving-facts.write.ts';

/**
 * Locks a receipt: the first lock of every command on it. Refuses 404, or what `missing` returns for an id in a body.
 */
export async function lockReceipt(
  tx: TenantTransaction,
  id: string,
  missing: () => Refusal = () => notFound('inbound receipt'),
): Promise<LockedReceipt> {
  const [found] = (await lockReceipts(tx, [id])).values();
  if (!found) throw missing();
  return found;
}

/** Locks receipts in key order, so that two groups on the same receipts cannot deadlock. Returns those that exist. */
export async function lockReceipts(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedReceipt>> {
  const found = await rows<LockedReceiptRow>(
    tx,
    sql`select id, receipt_no, status, source_type, transfer_id, return_id, warehouse_id, merchant_id, open_task_id,
            open_task_status, open_task_assignee_id, lines_total, lines_done, expected_qty, covered_qty, counted_qty
       from inbound_receipts where organization_id = ${tx.organizationId} and id = any (${[...new Set(ids)]}::uuid[])
      order by id for update`,
  );
  return new Map(found.map((one) => [one.id, receiptOf(one)]));
}

/** Ends the counting of receipts: received, now. */
export async function setReceived(
  tx: TenantTransaction,
  ids: readonly string[],
  write: Write = execute,
): Promise<void> {
  if (ids.length === 0) return;
  await write(
    tx,
    sql`update inbound_receipts set status = 'received', updated_at = now(), received_at = now(), awaits_putaway = true
      where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}

/**
 * Moves a receipt to a status. `received` and `closed` set their dates; closing stores the final discrepancy report.
 */
export async function setReceiptStatus(
  tx: TenantTransaction,
  id: string,
  status: ReceiptStatus,
  discrepancies: readonly unknown[] | null = null,
): Promise<void> {
  await execute(
    tx,
    sql`update inbound_receipts
        set status = ${status}, updated_at = now(), discrepancies = ${discrepancies && JSON.stringify(discrepancies)}::jsonb,
            received_at = case when ${status} = 'received' then now() else received_at end,
            closed_at = case when ${status} = 'closed' then now() else closed_at end
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

export interface NewReceipt {
  id: string;
  receipt_no: string;
  warehouse_id: string;
  merchant_id: string;
  source_type: string;
  source_id: string | null;
  /** At most one of the two, see ReceiptOrigin; omitted for goods from outside. */
  transfer_id?: string;
  return_id?: string;
  status: ReceiptStatus;
  title: string;
  container_no: string | null;
  seal_no: string | null;
  vendor_id: string | null;
  expected_date: string | null;
}

export interface NewReceiptLine {
  id: string;
  line_no: number;
  item_id: string;
  expected_qty: number | null;
  uom: string;
  uom_factor: string;
  lot_no: string | null;
  is_unplanned: boolean;
  /** Good units arrive to be sold, though they come back: nobody inspects them. */
  is_passed?: boolean;
}

/** A receipt being created, with its lines. */
export interface ReceiptWithLines {
  receipt: NewReceipt;
  lines: readonly NewReceiptLine[];
}

/** Inserts receipts created together with their lines and their progress, in a statement for each table. */
export async function insertReceipts(
  tx: TenantTransaction,
  made: readonly ReceiptWithLines[],
  write: Write = execute,
): Promise<void> {
  if (made.length === 0) return;
  const receipts = made.map(({ receipt, lines }) => ({
    ...receipt,
    lines_total: lines.length,
    expected_base: expectedBy(lines),
  }));
  // Sent at once and run in this order.
  await together([
    write(
      tx,
      sql`insert into inbound_receipts (organization_id, id, receipt_no, warehouse_id, merchant_id, source_type, source_id, transfer_id,
          return_id, status, title, container_no, seal_no, vendor_id, expected_date, lines_total, expected_qty)
       select ${tx.organizationId}::uuid, id, receipt_no, warehouse_id, merchant_id, source_type, source_id, transfer_id, return_id, status,
              title, container_no, seal_no, vendor_id, expected_date, lines_total, expected_base
         from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r (id uuid, receipt_no text, warehouse_id uuid, merchant_id uuid,
           source_type text, source_id uuid, transfer_id uuid, return_id uuid, status text, title text, container_no text, seal_no text, vendor_id uuid,
           expected_date date, lines_total integer, expected_base numeric)`,
    ),
    insertLines(
      tx,
      made.flatMap(({ receipt, lines }) => linesOf(receipt, lines)),
      write,
    ),
  ]);
}

type StoredLine = NewReceiptLine & { receipt_id: string; merchant_id: string };

function linesOf(
  { id, merchant_id }: { id: string; merchant_id: string },
  lines: readonly NewReceiptLine[],
): StoredLine[] {
  return lines.map((line) => ({ ...line, receipt_id: id, merchant_id }));
}

async function insertLines(
  tx: TenantTransaction,
  lines: readonly StoredLine[],
  write: Write = execute,
): Promise<void> {
  if (lines.length === 0) return;
  await write(
    tx,
    sql`insert into inbound_receipt_lines
         (organization_id, id, receipt_id, merchant_id, line_no, item_id, expected_qty, uom, uom_factor, lot_no, is_unplanned,
          is_passed)
       select ${tx.organizationId}::uuid, id, receipt_id, merchant_id, line_no, item_id, expected_qty, uom, uom_factor, lot_no, is_unplanned,
              coalesce(is_passed, false)
         from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id uuid, receipt_id uuid, merchant_id uuid, line_no integer,
           item_id uuid, expected_qty numeric, uom text, uom_factor numeric, lot_no text, is_unplanned boolean, is_passed boolean)`,
  );
}

/** Adds lines under the receipt's lock. A blind one expects nothing. */
export async function addLines(
  tx: TenantTransaction,
  receipt: { id: string; merchant_id: string },
  lines: readonly NewReceiptLine[],
): Promise<void> {
  await insertLines(tx, linesOf(receipt, lines));
  await execute(
    tx,
    sql`update inbound_receipts
        set lines_total = lines_total + ${lines.length}, expected_qty = expected_qty + ${expectedBy(lines)}::numeric,
            updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${receipt.id}`,
  );
}

/** What lines expect together, in base units. */
function expectedBy(lines: readonly NewReceiptLine[]): string {
  return sum(lines.map((line) => decimal(line.expected_qty ?? 0).times(decimal(line.uom_factor)))).toFixed();
}

export async function nextLineNo(tx: TenantTransaction, receiptId: string): Promise<number> {
  const last = await row<{ last: number }>(
    tx,
    sql`select coalesce(max(line_no), 0) as last from inbound_receipt_lines where organization_id = ${tx.organizationId} and receipt_id = ${receiptId}`,
  );
  return last!.last + 1;
}

/** Records on which line of the receipt each line of what announced it is counted. */
export async function linkReceiptLines(
  tx: TenantTransaction,
  table: 'return_lines' | 'transfer_lines',
  links: readonly { id: string; receipt_line_id: string }[],
): Promise<void> {
  await execute(
    tx,
    sql`update ${name(table)} l set receipt_line_id = c.receipt_line_id
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as c (id uuid, receipt_line_id uuid)
         where l.organization_id = ${tx.organizationId} and l.id = c.id`,
  );
}
