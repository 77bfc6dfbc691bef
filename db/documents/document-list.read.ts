/** What lists of invoices and of bills have in common: when a document is overdue, how it is found, in what order it is shown. */
import type { Knex } from 'knex';
import type { TenantTransaction } from '../database.ts';
import { containsPattern, readPage, type PageQuery } from '../page.ts';

export interface DocumentListFilters extends PageQuery {
  q?: string;
  overdue?: boolean;
  /** The document's date, both ends inclusive. */
  date_from?: string;
  date_to?: string;
}

/** The table under the alias `d`, and its columns that differ by name. */
export interface DocumentTable {
  table: 'invoices' | 'bills';
  dateColumn: 'invoice_date' | 'bill_date';
  /** Where `q` looks. */
  searched: readonly string[];
}

/** A look at the calendar, never a state: due before today in the organization's zone with something open. Table alias `d`. */
export const overdueSql = `d.status in ('open', 'partially_paid') and d.amount_due > 0
  and d.due_date < (select (now() at time zone o.time_zone)::date from organizations o where o.id = d.organization_id)`;

/** Documents by date, newest first; whatever else is asked for must be equal. */
export function listDocuments<Row extends object>(
  tx: TenantTransaction,
  organizationId: string,
  { table, dateColumn, searched }: DocumentTable,
  columns: readonly (string | Knex.Raw)[],
  filters: DocumentListFilters,
): Promise<{ rows: Row[]; total: number }> {
  const { q, overdue: isOverdue, date_from: from, date_to: to, page, page_size, ...exact } = filters;
  const base = tx(`${table} as d`).where('d.organization_id', organizationId);
  for (const [name, value] of Object.entries(exact)) base.where(`d.${name}`, value as Knex.Value);
  if (q) {
    base.andWhere((either) => {
      for (const column of searched) either.orWhereILike(`d.${column}`, containsPattern(q));
    });
  }
  if (isOverdue !== undefined) base.whereRaw(`(${overdueSql}) = ?`, [isOverdue]);
  if (from) base.where(`d.${dateColumn}`, '>=', from);
  if (to) base.where(`d.${dateColumn}`, '<=', to);
  const order = [
    { column: `d.${dateColumn}`, order: 'desc' as const },
    { column: 'd.id', order: 'desc' as const },
  ];
  return readPage<Row>(base, columns, order, { page, page_size });
}
