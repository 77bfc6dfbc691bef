/** Reads of invoices and credit notes. */
import type { Knex } from 'knex';
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { PageQuery } from '../page.ts';
import { listDocuments, overdueSql } from './document-list.read.ts';
import { sql } from '../sql-text.ts';

export interface InvoiceRow {
  id: string;
  invoice_no: string | null;
  kind: 'invoice' | 'credit_note';
  status: DocumentStatus;
  merchant_id: string | null;
  customer_id: string | null;
  party_name: string;
  bill_to: Record<string, unknown>;
  source: 'manual' | 'billing_run' | 'sales_order';
  run_id: string | null;
  sales_order_id: string | null;
  original_invoice_id: string | null;
  currency: string;
  exchange_rate: string;
  invoice_date: string;
  due_date: string;
  period_start: string | null;
  period_end: string | null;
  supplement_no: number;
  po_number: string | null;
  notes: string;
  subtotal: string;
  discount_total: string;
  tax_total: string;
  total: string;
  amount_paid: string;
  amount_credited: string;
  amount_due: string;
  is_overdue: boolean;
  disputed: boolean;
  dispute_reason: string | null;
  issued_at: Date | null;
  issued_by: string | null;
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

export interface InvoiceLineRow {
  id: string;
  invoice_id: string;
  line_no: number;
  billing_item_id: string | null;
  /** Of the billing item. */
  category: string | null;
  account_id: string;
  account_code: string;
  account_name: string;
  description: string;
  quantity: string;
  uom: string;
  unit_price: string;
  amount: string;
  discount: string;
  tax_code: string;
  tax_rate: string;
  warehouse_id: string | null;
  service_from: string | null;
  service_to: string | null;
  charge_count: number;
  source: 'manual' | 'charges' | 'sales_order';
}

export interface InvoiceFilters {
  q?: string;
  status?: DocumentStatus;
  kind?: 'invoice' | 'credit_note';
  merchant_id?: string;
  customer_id?: string;
  source?: string;
  run_id?: string;
  sales_order_id?: string;
  original_invoice_id?: string;
  disputed?: boolean;
  overdue?: boolean;
  date_from?: string;
  date_to?: string;
}

const plainColumns = [
  'id',
  'invoice_no',
  'kind',
  'status',
  'merchant_id',
  'customer_id',
  'bill_to',
  'source',
  'run_id',
  'sales_order_id',
  'original_invoice_id',
  'currency',
  'exchange_rate',
  'invoice_date',
  'due_date',
  'period_start',
  'period_end',
  'supplement_no',
  'po_number',
  'notes',
  'subtotal',
  'discount_total',
  'tax_total',
  'total',
  'amount_paid',
  'amount_credited',
  'amount_due',
  'disputed',
  'dispute_reason',
  'issued_at',
  'issued_by',
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
  tx.raw(`coalesce((select m.name from merchants m where m.organization_id = d.organization_id and m.id = d.merchant_id),
                   (select c.name from customers c where c.organization_id = d.organization_id and c.id = d.customer_id)) as party_name`),
];

const invoiceTable = {
  table: 'invoices',
  dateColumn: 'invoice_date',
  searched: ['invoice_no', 'po_number'],
} as const;

export function listInvoices(
  tx: TenantTransaction,
  organizationId: string,
  filters: InvoiceFilters & PageQuery,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  return listDocuments<InvoiceRow>(tx, organizationId, invoiceTable, columns(tx), filters);
}

export async function findInvoice(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<(InvoiceRow & { lines: InvoiceLineRow[] }) | undefined> {
  const [invoice] = (await tx('invoices as d')
    .where({ 'd.organization_id': organizationId, 'd.id': id })
    .select(columns(tx) as never)) as InvoiceRow[];
  return invoice && { ...invoice, lines: await invoiceLines(tx, organizationId, invoice.id) };
}

function invoiceLines(
  tx: TenantTransaction,
  organizationId: string,
  invoiceId: string,
): Promise<InvoiceLineRow[]> {
  return rows<InvoiceLineRow>(
    tx,
    sql`select l.id, l.invoice_id, l.line_no, l.billing_item_id, b.category, l.account_id, a.code as account_code,
            a.name as account_name, l.description, l.quantity, l.uom, l.unit_price, l.amount, l.discount, l.tax_code, l.tax_rate, l.warehouse_id,
            l.service_from, l.service_to, l.charge_count, l.source
       from invoice_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       left join billing_items b on b.organization_id = l.organization_id and b.id = l.billing_item_id
      where l.organization_id = ${organizationId} and l.invoice_id = ${invoiceId} order by l.line_no`,
  );
}
