/** Reads of inbound receipts. */
import type { Discrepancy, ReportedLine } from '../../domain/receiving/receipt-discrepancies.ts';
import { discrepanciesOf, lineCounts } from '../../domain/receiving/receipt-discrepancies.ts';
import { decimal } from '../../domain/decimal.ts';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import { arrivalTypes, type ReceiptOrigin } from '../../domain/receiving/arrival.ts';
import type { ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';

export interface ReceiptRow extends ProgressCounters, ReceiptOrigin {
  id: string;
  receipt_no: string;
  warehouse_id: string;
  warehouse_code: string;
  merchant_id: string;
  source_id: string | null;
  status: ReceiptStatus;
  title: string;
  container_no: string | null;
  seal_no: string | null;
  vendor_id: string | null;
  expected_date: string | null;
  open_task_id: string | null;
  created_at: Date;
  updated_at: Date;
  received_at: Date | null;
  closed_at: Date | null;
}

const columns = sql`r.id, r.receipt_no, r.warehouse_id, w.code as warehouse_code, r.merchant_id, r.source_type,
  r.source_id, r.transfer_id, r.return_id, r.status, r.title, r.container_no, r.seal_no, r.vendor_id, r.expected_date, r.open_task_id, r.lines_total,
  r.lines_done, r.expected_qty, r.covered_qty, r.counted_qty, r.created_at, r.updated_at, r.received_at, r.closed_at`;

const from = sql`inbound_receipts r`;
const joins = sql`join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id`;

export const receiptSorts = {
  created_at: 'r.created_at',
  updated_at: 'r.updated_at',
  receipt_no: 'r.receipt_no',
};

export interface ReceiptFilters {
  q?: string | undefined;
  status?: ReceiptStatus | undefined;
  warehouse_id?: string | undefined;
  merchant_id?: string | undefined;
}

const words = {
  table: 'inbound_receipts',
  id: 'r.id',
  columns: ['r.receipt_no', 'r.container_no', 'r.seal_no', 'r.title'],
} as const;

/** A page of receipts, newest first. `q` searches what people read: receipt, container and seal numbers, and title. */
export async function listReceipts(
  tx: TenantTransaction,
  { q, ...equal }: ReceiptFilters,
  page: PageQuery,
): Promise<PageOf<ReceiptRow>> {
  const search = await mentioning(tx, words, q);
  const where = every([sql`r.organization_id = ${tx.organizationId}`, ...equalTo('r', equal)]);
  const list = { columns, from, joins, where, search, sorts: receiptSorts, id: 'r.id', usual: '-created_at' };
  return readPage<ReceiptRow>(tx, list, page);
}

export function findReceipt(tx: TenantTransaction, id: string): Promise<ReceiptRow | undefined> {
  return row<ReceiptRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
}

export interface ReceiptLineRow {
  id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  expected_qty: string | null;
  received_qty: string;
  damaged_qty: string;
  rejected_qty: string;
  uom: string;
  uom_factor: string;
  lot_no: string | null;
  is_unplanned: boolean;
}

/** The lines of a receipt in order, with their items' names. */
export function listReceiptLines(tx: TenantTransaction, receiptId: string): Promise<ReceiptLineRow[]> {
  return rows<ReceiptLineRow>(
    tx,
    sql`select l.id, l.line_no, l.item_id, i.sku, i.name as item_name, l.expected_qty, l.received_qty, l.damaged_qty,
            l.rejected_qty, l.uom, l.uom_factor, l.lot_no, l.is_unplanned
       from inbound_receipt_lines l
       join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.receipt_id = ${receiptId} order by l.line_no`,
  );
}

/** The discrepancies of the receipt as of now. */
export async function computeDiscrepancies(tx: TenantTransaction, receiptId: string): Promise<Discrepancy[]> {
  const lines = await listReceiptLines(tx, receiptId);
  const entered = await rows<{ ref_line_id: string; lot_no: string; qty: string }>(
    tx,
    sql`select ref_line_id, lot_no, sum(qty_delta) as qty from inventory_ledger
      where organization_id = ${tx.organizationId} and ref_id = ${receiptId} and ref_type = 'inbound_receipt' and transaction_type = any (${[...arrivalTypes, 'reverse']}::text[])
        and status <> 'in_transit'
      group by ref_line_id, lot_no order by ref_line_id, lot_no`,
  );
  const lotsOf = (lineId: string) =>
    entered.filter(({ ref_line_id: enteredLineId }) => enteredLineId === lineId);
  const reported: ReportedLine[] = lines.map((line) => ({
    ...line,
    ...lineCounts(line),
    lots: lotsOf(line.id).map(({ lot_no: lotNo, qty }) => ({
      lot_no: lotNo,
      qty: decimal(qty).div(decimal(line.uom_factor)),
    })),
  }));
  return discrepanciesOf(reported);
}

/** The discrepancy report: frozen once the receipt is closed, computed until then. Undefined for an unknown receipt. */
export async function findDiscrepancies(
  tx: TenantTransaction,
  receiptId: string,
): Promise<
  { is_final: boolean; status: ReceiptStatus; receipt_no: string; rows: Discrepancy[] } | undefined
> {
  const receipt = await row<{
    status: ReceiptStatus;
    receipt_no: string;
    discrepancies: Discrepancy[] | null;
  }>(
    tx,
    sql`select status, receipt_no, discrepancies from inbound_receipts where organization_id = ${tx.organizationId} and id = ${receiptId}`,
  );
  if (!receipt) return undefined;
  const { status, receipt_no, discrepancies } = receipt;
  if (status === 'closed') return { is_final: true, status, receipt_no, rows: discrepancies ?? [] };
  return {
    is_final: false,
    status,
    receipt_no,
    rows: await computeDiscrepancies(tx, receiptId),
  };
}

/** The first so many of what is not counted in full, in the order of the lines, and how many there are. */
export async function skusToReceive(
  tx: TenantTransaction,
  receiptId: string,
  atMost: number,
): Promise<{ skus: string[]; count: number }> {
  const found = await rows<{ sku: string; count: number }>(
    tx,
    sql`select i.sku, count(*) over ()::integer as count from inbound_receipt_lines l
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where l.organization_id = ${tx.organizationId} and l.receipt_id = ${receiptId}
           and (l.expected_qty is null or l.received_qty + l.damaged_qty + l.rejected_qty < l.expected_qty)
         group by i.sku order by min(l.line_no) limit ${atMost}`,
  );
  return { skus: found.map(({ sku }) => sku), count: found[0]?.count ?? 0 };
}

/** Undefined for an unknown receipt. */
export async function warehouseOfReceipt(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const found = await row<{ warehouse_id: string }>(
    tx,
    sql`select warehouse_id from inbound_receipts where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.warehouse_id;
}
