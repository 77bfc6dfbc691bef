/** What bills and vendor credits come to. */
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import type { BillRow } from './bills.read.ts';

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
  const parts = equalTo('d', { organization_id: tx.organizationId, ...exact });
  if (date_from) parts.push(sql`d.bill_date >= ${date_from}::date`);
  if (date_to) parts.push(sql`d.bill_date <= ${date_to}::date`);
  return rows<BillTotal>(
    tx,
    sql`select d.currency, d.kind, d.status, count(*) as bills, sum(d.subtotal) as subtotal, sum(d.tax_total) as tax_total,
               sum(d.total) as total, sum(d.amount_due) as amount_due
          from bills d where ${every(parts)}
         group by d.currency, d.kind, d.status order by d.currency, d.kind, d.status`,
  );
}
