/** What invoices and bills share for readers: columns, the overdue rule, search and order. */
import { isOneOf } from '../state-columns.ts';
import { owedStates } from '../../domain/documents/document-states.ts';
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning, type Words } from '../search.ts';

export interface DocumentRow {
  id: string;
  status: DocumentStatus;
  party_name: string;
  currency: string;
  exchange_rate: string;
  due_date: string;
  notes: string;
  subtotal: string;
  tax_total: string;
  total: string;
  amount_paid: string;
  amount_credited: string;
  amount_due: string;
  is_overdue: boolean;
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

export interface DocumentLineRow {
  id: string;
  line_no: number;
  account_id: string;
  account_code: string;
  account_name: string;
  description: string;
  quantity: string;
  amount: string;
  warehouse_id: string | null;
}

export interface DocumentListFilters extends PageQuery {
  q?: string;
  overdue?: boolean;
  /** The document's date, both ends inclusive. */
  date_from?: string;
  date_to?: string;
}

/** A kind of document: its table under the alias `d`, and what is specific to it. */
export interface DocumentTable {
  from: SqlText;
  date: SqlText;
  /** In addition to the columns all documents have. */
  columns: SqlText;
  /** What `q` searches. */
  words: Words;
}

// Computed from the calendar, never a state: due before today in the organization's time zone with an open amount. What
// is left of a credit note or a vendor's credit waits to be used: nobody is late with it, and nobody is reminded of it.
const isOverdue = sql`(${isOneOf('d.status', owedStates)} and d.amount_due > 0 and d.kind in ('invoice', 'bill')
  and d.due_date < (select (now() at time zone o.time_zone)::date from organizations o where o.id = d.organization_id))`;

const sharedColumns = sql`d.id, d.status, d.currency, d.exchange_rate, d.due_date, d.notes, d.subtotal, d.tax_total, d.total,
  d.amount_paid, d.amount_credited, d.amount_due, ${isOverdue} as is_overdue, d.paid_at, d.voided_at, d.voided_by,
  d.void_date, d.void_reason, d.version, d.created_by, d.created_at, d.updated_at`;

/** Columns every document line has, under the alias `l`, with their account under the alias `a`. */
export const lineColumns = sql`l.id, l.line_no, l.account_id, a.code as account_code, a.name as account_name, l.description,
  l.quantity, l.amount, l.warehouse_id`;

export const lineAccount = sql`join accounts a on a.organization_id = l.organization_id and a.id = l.account_id`;

/** Documents by date, newest first; all other filters test for equality. */
export async function listDocuments<Row extends DocumentRow>(
  tx: TenantTransaction,
  { from, date, columns, words }: DocumentTable,
  filters: DocumentListFilters,
): Promise<PageOf<Row>> {
  const { q, overdue, date_from: since, date_to: until, page, page_size, ...exact } = filters;
  const wanted = equalTo('d', { organization_id: tx.organizationId, ...exact });
  if (overdue !== undefined) wanted.push(sql`${isOverdue} = ${overdue}`);
  if (since) wanted.push(sql`${date} >= ${since}`);
  if (until) wanted.push(sql`${date} <= ${until}`);
  const search = await mentioning(tx, words, q);
  const list = {
    columns: sql`${sharedColumns}, ${columns}`,
    from,
    where: every(wanted),
    search,
    order: [{ by: date, isDescending: true }, '-d.id'],
  };
  return readPage<Row>(tx, list, { page, page_size });
}

export function findDocuments<Row extends DocumentRow>(
  tx: TenantTransaction,
  { from, columns }: DocumentTable,
  ids: readonly string[],
): Promise<Row[]> {
  return rows<Row>(
    tx,
    sql`select ${sharedColumns}, ${columns} from ${from}
         where d.organization_id = ${tx.organizationId} and d.id = any (${ids}::uuid[])`,
  );
}
