/** Reads invoices and credit notes. */
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import type { InvoiceLineSource, InvoiceSource } from '../../domain/documents/invoice-sources.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
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
import { partyName } from './letterheads.read.ts';

export interface InvoiceRow extends DocumentRow {
  invoice_no: string | null;
  kind: 'invoice' | 'credit_note';
  merchant_id: string | null;
  customer_id: string | null;
  bill_to: Record<string, unknown>;
  buyer_vat_id: string | null;
  reverse_charge: boolean;
  source: InvoiceSource;
  run_id: string | null;
  sales_order_id: string | null;
  return_id: string | null;
  original_invoice_id: string | null;
  invoice_date: string;
  period_start: string | null;
  period_end: string | null;
  supplement_no: number;
  po_number: string | null;
  discount_total: string;
  disputed: boolean;
  dispute_reason: string | null;
  issued_at: Date | null;
  issued_by: string | null;
}

export interface InvoiceLineRow extends DocumentLineRow {
  invoice_id: string;
  billing_item_id: string | null;
  /** From the billing item. */
  category: string | null;
  uom: string;
  unit_price: string;
  discount: string;
  tax_code: string;
  tax_rate: string;
  service_from: string | null;
  service_to: string | null;
  charge_count: number;
  source: InvoiceLineSource;
  order_line_id: string | null;
  original_line_id: string | null;
  tax_given: string | null;
  return_line_id: string | null;
  inspection_id: string | null;
  credit_percent: string | null;
  /**
   * What its charges pass on, when that is all they do: what its amount is beyond it is the markup. Void, it has released
   * them and shows the same.
   */
  cost: string | null;
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

const invoiceTable: DocumentTable = {
  from: sql`invoices d`,
  date: sql`d.invoice_date`,
  columns: sql`d.invoice_no, d.kind, d.merchant_id, d.customer_id, d.bill_to, d.buyer_vat_id, d.reverse_charge, d.source, d.run_id, d.sales_order_id, d.return_id,
    d.original_invoice_id, d.invoice_date, d.period_start, d.period_end, d.supplement_no, d.po_number, d.discount_total,
    d.disputed, d.dispute_reason, d.issued_at, d.issued_by,
    ${partyName('d')} as party_name`,
  words: { table: 'invoices', id: 'd.id', columns: ['d.invoice_no', 'd.po_number'] },
};

export function listInvoices(
  tx: TenantTransaction,
  filters: InvoiceFilters & PageQuery,
): Promise<PageOf<InvoiceRow>> {
  return listDocuments<InvoiceRow>(tx, invoiceTable, filters);
}

export const findInvoice = readTogether(async (tx, ids) => {
  const [invoices, lines] = await Promise.all([
    findDocuments<InvoiceRow>(tx, invoiceTable, ids),
    invoiceLines(tx, ids),
  ]);
  const linesOf = groupBy(lines, ({ invoice_id: id }) => id);
  return new Map(
    invoices.map((invoice) => [invoice.id, { ...invoice, lines: linesOf.get(invoice.id) ?? [] }]),
  );
});

// What a run credited instead has its lines turned, not their charges.
const turned = sql`(select case when i.kind = 'credit_note' and i.source = 'billing_run' then -1 else 1 end
   from invoices i where i.organization_id = l.organization_id and i.id = l.invoice_id)`;

function invoiceLines(tx: TenantTransaction, invoiceIds: readonly string[]): Promise<InvoiceLineRow[]> {
  return rows<InvoiceLineRow>(
    tx,
    sql`select ${lineColumns}, l.invoice_id, l.billing_item_id, b.category, l.uom, l.unit_price, l.discount, l.tax_code,
               l.tax_rate, l.service_from, l.service_to, l.charge_count, l.source, l.order_line_id,
               l.original_line_id, l.tax_given, l.return_line_id, l.inspection_id, l.credit_percent,
               (select case when bool_and(c.pricing->>'model' = 'cost_plus') then sum(c.quantity) * ${turned} end
                  from invoice_charges x
                  join charges c on c.organization_id = x.organization_id and c.id = x.charge_id
                 where x.organization_id = l.organization_id and x.invoice_line_id = l.id
               ) as cost
          from invoice_lines l ${lineAccount}
          left join billing_items b on b.organization_id = l.organization_id and b.id = l.billing_item_id
         where l.organization_id = ${tx.organizationId} and l.invoice_id = any (${invoiceIds}::uuid[])
         order by l.invoice_id, l.line_no`,
  );
}
