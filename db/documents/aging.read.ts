/**
 * Aging as of any past day: the documents open on that day in buckets of days overdue. In base currency it equals the
 * control account on that day; on a month's last day it uses the rates the documents were revalued at.
 */
import { rows, setLimits, type TenantTransaction } from '../database.ts';
import { joined, name, sql, type SqlText } from '../sql-text.ts';
import { openOn, type OpenQuery } from './open-documents.read.ts';

export interface AgingQuery extends OpenQuery {
  /** Upper bounds of the buckets in days overdue, ascending: 30, 60, 90 gives current, 1-30, 31-60, 61-90, over 90. */
  bounds: readonly number[];
}

export interface AgingRow {
  party_type: 'merchant' | 'customer' | 'vendor' | 'carrier';
  party_id: string;
  party_code: string;
  party_name: string;
  currency: string;
  total: string;
  base_total: string;
  /** In the document's currency, current first. */
  buckets: string[];
  base_buckets: string[];
  documents: number;
}

export interface AgingDocumentRow {
  id: string;
  no: string;
  kind: 'invoice' | 'credit_note' | 'bill' | 'vendor_credit';
  date: string;
  due_date: string;
  currency: string;
  total: string;
  amount_due: string;
  base_amount_due: string;
  days_overdue: number;
  disputed: boolean;
}

/** The code or the name of a party. */
function ofParty(column: 'code' | 'name', organizationId: string): SqlText {
  const of = (table: string): SqlText =>
    sql`(select n.${name(column)} from ${name(table)} n where n.organization_id = ${organizationId} and n.id = p.party_id)`;
  return sql`coalesce(
    case p.party_type when 'merchant' then ${of('merchants')} when 'customer' then ${of('customers')}
                      when 'vendor' then ${of('vendors')} else ${of('carriers')} end, '')`;
}

export interface AgingPage {
  rows: AgingRow[];
  /** The number of party rows over all pages. */
  total: number;
  /** All parties together, in the base currency: equals the control account on that day. */
  base_total: string;
  base_buckets: string[];
}

// What was applied since is sorted in memory.
const limits = { work_mem: '16MB' };

/**
 * A page of parties, largest balance first, and what all of them owe together, from one look at the documents: they are
 * added up by their due day first, which leaves few rows to sort into buckets.
 */
export async function readAging(
  tx: TenantTransaction,
  query: AgingQuery,
  page: { page: number; page_size: number },
): Promise<AgingPage> {
  await setLimits(tx, limits);
  const buckets = [...query.bounds, 0, 0].map((_, bucket) => bucket);
  const split = (amount: SqlText): SqlText =>
    sql`array[${joined(
      buckets.map((bucket) => sql`coalesce(sum(${amount}) filter (where bucket = ${bucket}), 0)::text`),
      ', ',
    )}]`;
  const found = await rows<Partial<AgingRow> & Sums>(
    tx,
    sql`with days as materialized (
       select party_type, party_id, currency, sum(due) as due, sum(base_due) as base_due, count(*) as documents,
              -- 0 is current; bucket n is the first whose bound is not exceeded.
              case when due_date >= ${query.asOf}::date then 0
                   else 1 + width_bucket(${query.asOf}::date - due_date - 1, ${query.bounds}::integer[]) end as bucket
         from (${openOn(tx.organizationId, query)}) open_documents
        group by party_type, party_id, currency, due_date),
     parties as materialized (
       select party_type, party_id, currency, sum(due) as total, sum(base_due) as base_total,
              sum(documents)::integer as documents
         from days group by party_type, party_id, currency),
     sums as (
       select (select count(*) from parties)::integer as all_parties, coalesce(sum(base_due), 0)::text as all_total,
              ${split(sql`base_due`)} as all_buckets
         from days),
     shown as (
       select p.*, ${split(sql`d.due`)} as buckets, ${split(sql`d.base_due`)} as base_buckets
         from (select * from parties order by base_total desc, party_id, currency
                limit ${page.page_size} offset ${(page.page - 1) * page.page_size}) p
         join days d using (party_type, party_id, currency)
        group by p.party_type, p.party_id, p.currency, p.total, p.base_total, p.documents)
     select s.*, p.party_type, p.party_id, ${ofParty('code', tx.organizationId)} as party_code,
            ${ofParty('name', tx.organizationId)} as party_name, p.currency, p.total, p.base_total, p.documents, p.buckets, p.base_buckets
       from sums s left join shown p on true
      order by p.base_total desc, p.party_id, p.currency`,
  );
  // A page past the last has no party, and still tells the sums.
  const { all_parties: total, all_total: base_total, all_buckets: base_buckets } = found[0]!;
  const shown = found.filter((one): one is AgingRow & Sums => one.party_id !== null);
  return { rows: shown.map(withoutSums), total, base_total, base_buckets };
}

interface Sums {
  all_parties: number;
  all_total: string;
  all_buckets: string[];
}

function withoutSums(found: AgingRow & Sums): AgingRow {
  const { all_parties: _parties, all_total: _total, all_buckets: _buckets, ...party } = found;
  return party;
}

/** The open documents of one party on that day, longest overdue first. */
export function readOpenDocuments(
  tx: TenantTransaction,
  query: AgingQuery,
  limit: number,
): Promise<AgingDocumentRow[]> {
  return rows<AgingDocumentRow>(
    tx,
    sql`select id, no, kind, date, due_date, currency, total, due as amount_due, base_due as base_amount_due,
            greatest(${query.asOf}::date - due_date, 0) as days_overdue, disputed
       from (${openOn(tx.organizationId, query)}) open_documents order by due_date, id limit ${limit}`,
  );
}
