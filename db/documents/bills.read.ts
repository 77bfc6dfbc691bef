/** Reads of bills and vendor credits with their lines and splits. */
import type { SplitBasis } from '../../domain/documents/bill-lines.ts';
import type { Knex } from 'knex';
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { PageQuery } from '../page.ts';
import { listDocuments, overdueSql } from './document-list.read.ts';
import { sql } from '../sql-text.ts';

export interface BillRow {
  id: string;
  bill_no: string | null;
  vendor_bill_no: string | null;
  kind: 'bill' | 'vendor_credit';
  bill_type: 'general' | 'purchase' | 'freight' | 'drayage';
  status: DocumentStatus;
  vendor_id: string | null;
  carrier_id: string | null;
  party_name: string;
  tms_order_id: string | null;
  load_id: string | null;
  purchase_order_id: string | null;
  original_bill_id: string | null;
  currency: string;
  exchange_rate: string;
  bill_date: string;
  due_date: string;
  expected_total: string | null;
  /** Total less what was expected; null when nothing was. */
  variance: string | null;
  notes: string;
  subtotal: string;
  tax_total: string;
  total: string;
  amount_paid: string;
  amount_credited: string;
  amount_due: string;
  is_overdue: boolean;
  approved_at: Date | null;
  approved_by: string | null;
  paid_at: Date | null;
  voided_at: Date | null;
  voided_by: string | null;
  void_date: string | null;
  void_reason: string | null;
  version: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
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

export interface BillLineRow {
  id: string;
  line_no: number;
  account_id: string;
  account_code: string;
  account_name: string;
  description: string;
  quantity: string;
  unit_cost: string;
  amount: string;
  tax: string;
  merchant_id: string | null;
  warehouse_id: string | null;
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

const plainColumns = [
  'id',
  'bill_no',
  'vendor_bill_no',
  'kind',
  'bill_type',
  'status',
  'vendor_id',
  'carrier_id',
  'tms_order_id',
  'load_id',
  'purchase_order_id',
  'original_bill_id',
  'currency',
  'exchange_rate',
  'bill_date',
  'due_date',
  'expected_total',
  'notes',
  'subtotal',
  'tax_total',
  'total',
  'amount_paid',
  'amount_credited',
  'amount_due',
  'approved_at',
  'approved_by',
  'paid_at',
  'voided_at',
  'voided_by',
  'void_date',
  'void_reason',
  'version',
  'created_by',
  'created_at',
  'updated_at',
] as const;

const columns = (tx: TenantTransaction): (string | Knex.Raw)[] => [
  ...plainColumns.map((name) => `d.${name}`),
  tx.raw(`(${overdueSql}) as is_overdue`),
  tx.raw('d.total - d.expected_total as variance'),
  tx.raw(`coalesce((select v.name from vendors v
                     where v.organization_id = d.organization_id and v.id = d.vendor_id),
                   (select c.name from carriers c where c.organization_id = d.organization_id and c.id = d.carrier_id)) as party_name`),
];

const billTable = {
  table: 'bills',
  dateColumn: 'bill_date',
  searched: ['bill_no', 'vendor_bill_no'],
} as const;

export function listBills(
  tx: TenantTransaction,
  organizationId: string,
  filters: BillFilters & PageQuery,
): Promise<{ rows: BillRow[]; total: number }> {
  return listDocuments<BillRow>(tx, organizationId, billTable, columns(tx), filters);
}

export async function findBill(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<(BillRow & { lines: BillLineRow[] }) | undefined> {
  const [bill] = (await tx('bills as d')
    .where({ 'd.organization_id': organizationId, 'd.id': id })
    .select(columns(tx) as never)) as BillRow[];
  return bill && { ...bill, lines: await billLines(tx, organizationId, bill.id) };
}

async function billLines(
  tx: TenantTransaction,
  organizationId: string,
  billId: string,
): Promise<BillLineRow[]> {
  const lines = await rows<Omit<BillLineRow, 'splits'>>(
    tx,
    sql`select l.id, l.line_no, l.account_id, a.code as account_code, a.name as account_name, l.description, l.quantity,
            l.unit_cost, l.amount, l.tax, l.merchant_id, l.warehouse_id, l.split_basis, l.rebill_item_id,
            l.purchase_order_line_id
       from bill_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = ${organizationId} and l.bill_id = ${billId} order by l.line_no`,
  );
  const splits = await rows<BillSplitRow>(
    tx,
    sql`select s.id, s.bill_line_id, s.split_no, s.merchant_id, s.shipment_id, s.basis_qty, s.share, s.amount, s.rebill_status
       from bill_line_splits s
      where s.organization_id = ${organizationId} and s.bill_line_id = any(${lines.map(({ id }) => id)}::uuid[]) order by s.bill_line_id, s.split_no`,
  );
  const byLine = groupBy(splits, ({ bill_line_id: id }) => id);
  return lines.map((line) => ({ ...line, splits: byLine.get(line.id) ?? [] }));
}
