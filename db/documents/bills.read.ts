/** Reads bills and vendor credits with their lines and splits. */
import type { SplitBasis } from '../../domain/documents/bill-lines.ts';
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { between, equalTo, every, sql } from '../sql-text.ts';
import type { PageOf, PageQuery } from '../page.ts';
import { readTogether } from '../shared-reads.ts';
import {
  type DocumentTable,
  findDocuments,
  lineAccount,
  lineColumns,
  listDocuments,
  type DocumentLineRow,
  type DocumentRow,
} from './document-list.read.ts';

export interface BillRow extends DocumentRow {
  bill_no: string | null;
  vendor_bill_no: string | null;
  kind: 'bill' | 'vendor_credit';
  bill_type: 'general' | 'purchase' | 'freight' | 'drayage';
  vendor_id: string | null;
  carrier_id: string | null;
  tms_order_id: string | null;
  load_id: string | null;
  purchase_order_id: string | null;
  original_bill_id: string | null;
  bill_date: string;
  expected_total: string | null;
  /** Total less the expected total; null when none was expected. */
  variance: string | null;
  approved_at: Date | null;
  approved_by: string | null;
}

export interface BillSplitRow {
  id: string;
  bill_line_id: string;
  split_no: number;
  merchant_id: string;
  shipment_id: string | null;
  basis_qty: string;
  share: string;
  amount: string;
  rebill_status: 'pending' | 'charged' | 'not_rebillable';
}

export interface BillLineRow extends DocumentLineRow {
  unit_cost: string;
  tax: string;
  tax_code: string;
  tax_rate: string | null;
  merchant_id: string | null;
  split_basis: SplitBasis | null;
  rebill_item_id: string | null;
  purchase_order_line_id: string | null;
  splits: BillSplitRow[];
}

export interface BillFilters {
  q?: string;
  status?: DocumentStatus;
  kind?: 'bill' | 'vendor_credit';
  bill_type?: BillRow['bill_type'];
  vendor_id?: string;
  carrier_id?: string;
  load_id?: string;
  tms_order_id?: string;
  purchase_order_id?: string;
  overdue?: boolean;
  date_from?: string;
  date_to?: string;
}

const billTable: DocumentTable = {
  from: sql`bills d`,
  date: sql`d.bill_date`,
  columns: sql`d.bill_no, d.vendor_bill_no, d.kind, d.bill_type, d.vendor_id, d.carrier_id, d.tms_order_id, d.load_id,
    d.purchase_order_id, d.original_bill_id, d.bill_date, d.expected_total, d.total - d.expected_total as variance,
    d.approved_at, d.approved_by,
    coalesce((select v.name from vendors v where v.organization_id = d.organization_id and v.id = d.vendor_id),
             (select c.name from carriers c where c.organization_id = d.organization_id and c.id = d.carrier_id)) as party_name`,
  words: { table: 'bills', id: 'd.id', columns: ['d.bill_no', 'd.vendor_bill_no'] },
};

export function listBills(tx: TenantTransaction, filters: BillFilters & PageQuery): Promise<PageOf<BillRow>> {
  return listDocuments<BillRow>(tx, billTable, filters);
}

export const findBill = readTogether(async (tx, ids) => {
  const [bills, lines] = await Promise.all([findDocuments<BillRow>(tx, billTable, ids), billLines(tx, ids)]);
  return new Map(bills.map((bill) => [bill.id, { ...bill, lines: lines.get(bill.id) ?? [] }]));
});

async function billLines(
  tx: TenantTransaction,
  billIds: readonly string[],
): Promise<Map<string, BillLineRow[]>> {
  const [lines, splits] = await Promise.all([
    rows<Omit<BillLineRow, 'splits'> & { bill_id: string }>(
      tx,
      sql`select ${lineColumns}, l.bill_id, l.unit_cost, l.tax, l.tax_code, l.tax_rate, l.merchant_id, l.split_basis, l.rebill_item_id, l.purchase_order_line_id
          from bill_lines l ${lineAccount}
         where l.organization_id = ${tx.organizationId} and l.bill_id = any (${billIds}::uuid[])
         order by l.bill_id, l.line_no`,
    ),
    rows<BillSplitRow>(
      tx,
      sql`select s.id, s.bill_line_id, s.split_no, s.merchant_id, s.shipment_id, s.basis_qty, s.share, s.amount, s.rebill_status
       from bill_lines l
       join bill_line_splits s on s.organization_id = l.organization_id and s.bill_line_id = l.id
      where l.organization_id = ${tx.organizationId} and l.bill_id = any (${billIds}::uuid[])
      order by s.bill_line_id, s.split_no`,
    ),
  ]);
  const byLine = groupBy(splits, ({ bill_line_id: id }) => id);
  const shown = lines.map((line) => ({ ...line, splits: byLine.get(line.id) ?? [] }));
  return groupBy(shown, ({ bill_id: id }) => id);
}

export interface BillTotalFilters {
  kind?: BillRow['kind'];
  bill_type?: BillRow['bill_type'];
  vendor_id?: string;
  carrier_id?: string;
  date_from?: string;
  date_to?: string;
}

export interface BillTotal {
  currency: string;
  kind: BillRow['kind'];
  status: DocumentStatus;
  bills: string;
  subtotal: string;
  tax_total: string;
  total: string;
  amount_due: string;
}

/** By currency, kind and status; drafts and void ones are rows of their own. */
export function billTotals(
  tx: TenantTransaction,
  { date_from, date_to, ...exact }: BillTotalFilters,
): Promise<BillTotal[]> {
  const parts = [
    ...equalTo('d', { organization_id: tx.organizationId, ...exact }),
    ...between('d.bill_date', date_from, date_to),
  ];
  return rows<BillTotal>(
    tx,
    sql`select d.currency, d.kind, d.status, count(*) as bills, sum(d.subtotal) as subtotal, sum(d.tax_total) as tax_total,
               sum(d.total) as total, sum(d.amount_due) as amount_due
          from bills d where ${every(parts)}
         group by d.currency, d.kind, d.status order by d.currency, d.kind, d.status`,
  );
}
