/**
 * Aging as of any past day: documents dated by that day and not void by it, less what was applied to them by it, in
 * buckets of days overdue. In base currency it equals the control account on that day; on a month's last day it uses
 * the rates the documents were revalued at.
 */
import { rows, type TenantTransaction } from '../database.ts';
import { joined, type SqlText, sql } from '../sql-text.ts';

export type AgingSide = 'receivable' | 'payable';

export interface AgingQuery {
  side: AgingSide;
  asOf: string;
  /** Upper bounds of the buckets in days overdue, ascending: 30, 60, 90 gives current, 1-30, 31-60, 61-90, over 90. */
  bounds: readonly number[];
  merchantId?: string | undefined;
  customerId?: string | undefined;
  vendorId?: string | undefined;
  carrierId?: string | undefined;
}

export interface AgingRow {
  party_type: 'merchant' | 'customer' | 'vendor' | 'carrier';
  party_id: string;
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

// The same columns for both sides; credits count as negative.
const documentsOf = {
  receivable: (condition: SqlText) => sql`
    select i.organization_id, i.id, i.invoice_no as no, i.kind, i.invoice_date as date, i.due_date, i.currency, i.total,
           i.base_total, i.amount_paid + i.amount_credited as settled, i.base_settled, i.disputed,
           case when i.kind = 'credit_note' then -1 else 1 end as sign,
           case when i.merchant_id is null then 'customer' else 'merchant' end as party_type,
           coalesce(i.merchant_id, i.customer_id) as party_id
      from invoices i, q
     where i.organization_id = q.org and i.invoice_date <= q.as_of and ${condition}
       and (q.merchant_id is null or i.merchant_id = q.merchant_id)
       and (q.customer_id is null or i.customer_id = q.customer_id)`,
  payable: (condition: SqlText) => sql`
    select b.organization_id, b.id, b.bill_no as no, b.kind, b.bill_date as date, b.due_date, b.currency, b.total,
           b.base_total, b.amount_paid + b.amount_credited as settled, b.base_settled, false as disputed,
           case when b.kind = 'vendor_credit' then -1 else 1 end as sign,
           case when b.vendor_id is null then 'carrier' else 'vendor' end as party_type,
           coalesce(b.vendor_id, b.carrier_id) as party_id
      from bills b, q
     where b.organization_id = q.org and b.bill_date <= q.as_of and ${condition}
       and (q.vendor_id is null or b.vendor_id = q.vendor_id)
       and (q.carrier_id is null or b.carrier_id = q.carrier_id)`,
} as const;

/** What was applied to documents after the day, reversals with a minus. */
const appliedLater = {
  receivable: sql`
    select a.invoice_id as id, a.amount, a.base_amount as base from payment_allocations a, q
     where a.organization_id = q.org and a.invoice_id is not null and a.applied_on > q.as_of
    union all
    select a.credit_invoice_id, a.amount, a.credit_base_amount from payment_allocations a, q
     where a.organization_id = q.org and a.credit_invoice_id is not null and a.applied_on > q.as_of`,
  payable: sql`
    select a.bill_id as id, a.amount, a.base_amount as base from payment_allocations a, q
     where a.organization_id = q.org and a.bill_id is not null and a.applied_on > q.as_of
    union all
    select a.credit_bill_id, a.amount, a.credit_base_amount from payment_allocations a, q
     where a.organization_id = q.org and a.credit_bill_id is not null and a.applied_on > q.as_of`,
} as const;

/**
 * The documents open on the day in `q` (org, as_of, bounds and parties), each with its booked and its revalued amount.
 * Reckoned back from today: what is settled now, less what was applied after the day. So of the documents that are paid
 * only those are read that something was applied to since, and of the void ones those that were voided since, however
 * many there are.
 */
export const openOn = (side: AgingSide): SqlText => sql`
  with later as materialized (
    select id, sum(amount) as amount, sum(base) as base from (${appliedLater[side]}) each_one group by id),
  documents as (
    ${documentsOf[side](sql`status in ('open', 'partially_paid')`)}
    union all ${documentsOf[side](sql`status = 'paid' and id = any (array(select id from later))`)}
    union all ${documentsOf[side](sql`status = 'void' and void_date > q.as_of`)}),
  revalued as (
    select f.document_id as id, sum(f.moved) as moved from fx_revaluation_items f, q
     where f.organization_id = q.org and f.as_of = q.as_of and f.side = ${side} group by f.document_id),
  left_open as (
    select d.*, d.total - d.settled + coalesce(l.amount, 0) as owed,
           d.base_total - d.base_settled + coalesce(l.base, 0) as base_owed
      from documents d left join later l on l.id = d.id)
  select d.*, d.sign * d.owed as due, d.sign * d.base_owed as booked_due,
         d.sign * d.base_owed + coalesce(f.moved, 0) as base_due,
         q.as_of - d.due_date as days,
         -- 0 is current; bucket n is the first whose bound is not exceeded.
         case when q.as_of <= d.due_date then 0
              else 1 + width_bucket(q.as_of - d.due_date - 1, q.bounds) end as bucket
    from left_open d cross join q left join revalued f on f.id = d.id
   where d.owed <> 0`;

const openDocuments = (organizationId: string, query: AgingQuery): SqlText => sql`
  with q as (select ${organizationId}::uuid as org, ${query.asOf}::date as as_of, ${query.bounds}::integer[] as bounds,
                    ${query.merchantId ?? null}::uuid as merchant_id, ${query.customerId ?? null}::uuid as customer_id,
                    ${query.vendorId ?? null}::uuid as vendor_id, ${query.carrierId ?? null}::uuid as carrier_id),
  open_documents as (${openOn(query.side)})`;

const names = sql`coalesce(
  case p.party_type
    when 'merchant' then (select m.name from merchants m where m.organization_id = p.organization_id and m.id = p.party_id)
    when 'customer' then (select c.name from customers c where c.organization_id = p.organization_id and c.id = p.party_id)
    when 'vendor' then (select v.name from vendors v
                          where v.organization_id = p.organization_id and v.id = p.party_id)
    else (select c.name from carriers c where c.organization_id = p.organization_id and c.id = p.party_id) end, '')`;

export interface AgingPage {
  rows: AgingRow[];
  /** The number of party rows over all pages. */
  total: number;
  /** All parties together, in the base currency: equals the control account on that day. */
  base_total: string;
  base_buckets: string[];
}

/** A page of parties, largest balance first, and what all of them owe together, from one look at the documents. */
export async function readAging(
  tx: TenantTransaction,
  organizationId: string,
  query: AgingQuery,
  page: { page: number; page_size: number },
): Promise<AgingPage> {
  const buckets = [...query.bounds, 0, 0].map((_, bucket) => bucket);
  const split = (amount: SqlText): SqlText =>
    sql`array[${joined(
      buckets.map((bucket) => sql`coalesce(sum(${amount}) filter (where bucket = ${bucket}), 0)::text`),
      ', ',
    )}]`;
  const found = await rows<Partial<AgingRow> & Sums>(
    tx,
    sql`${openDocuments(organizationId, query)},
     cells as (
       select organization_id, party_type, party_id, currency, bucket, sum(due) as due, sum(base_due) as base_due,
              count(*) as documents
         from open_documents group by organization_id, party_type, party_id, currency, bucket),
     parties as (
       select organization_id, party_type, party_id, currency, sum(due) as total, sum(base_due) as base_total,
              sum(documents)::integer as documents, ${split(sql`due`)} as buckets, ${split(sql`base_due`)} as base_buckets
         from cells group by organization_id, party_type, party_id, currency),
     sums as (
       select (select count(*) from parties)::integer as all_parties, coalesce(sum(base_due), 0)::text as all_total,
              ${split(sql`base_due`)} as all_buckets
         from cells)
     select s.*, p.party_type, p.party_id, ${names} as party_name, p.currency, p.total, p.base_total, p.documents, p.buckets,
            p.base_buckets
       from sums s
       left join lateral (select * from parties order by base_total desc, party_id, currency
                           limit ${page.page_size} offset ${(page.page - 1) * page.page_size}) p on true
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

function withoutSums(found: AgingRow): AgingRow {
  const { party_type, party_id, party_name, currency, total, base_total, buckets, base_buckets, documents } =
    found;
  return { party_type, party_id, party_name, currency, total, base_total, buckets, base_buckets, documents };
}

/** The open documents of one party on that day, longest overdue first. */
export function readOpenDocuments(
  tx: TenantTransaction,
  organizationId: string,
  query: AgingQuery,
  limit: number,
): Promise<AgingDocumentRow[]> {
  return rows<AgingDocumentRow>(
    tx,
    sql`${openDocuments(organizationId, query)}
     select id, no, kind, date, due_date, currency, sign * total as total, due as amount_due, base_due as base_amount_due,
            greatest(days, 0) as days_overdue, disputed
       from open_documents order by due_date, id limit ${limit}`,
  );
}
