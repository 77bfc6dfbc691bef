/**
 * Revalues open foreign-currency documents at a month-end's rates in one statement: it stores exactly what it measured.
 */
import { newId } from '../../domain/new-id.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { openOn } from '../documents/open-documents.read.ts';
import type { PostingContext } from '../journal/journal.write.ts';

/**
 * What one party had open in one currency on one side. Credits count as negative; rate and moved are null when there is
 * no rate.
 */
export interface RevaluedParty {
  currency: string;
  revaluation_id: string | null;
  side: 'receivable' | 'payable';
  party_type: 'merchant' | 'customer' | 'vendor' | 'carrier';
  party_id: string;
  documents: number;
  amount_due: string;
  booked: string;
  revalued: string | null;
  /** The change made by this measurement, without those of earlier ones in the month. */
  moved: string | null;
  was_moved: boolean;
}

/**
 * Measures what was open on the day at the given rates and, unless it is a dry run, stores the change per document.
 * Call it under `lockMonthEnd`, so that two at once never revalue a document twice.
 */
export function measureRevaluation(
  tx: TenantTransaction,
  { organizationId, postedBy }: PostingContext,
  { asOf, rates, isDry }: { asOf: string; rates: ReadonlyMap<string, Decimal>; isDry: boolean },
): Promise<RevaluedParty[]> {
  const given = [...rates].map(([currency, rate]) => ({ currency, rate: rate.toFixed(), id: newId() }));
  return rows<RevaluedParty>(
    tx,
    sql`
  with q as (select ${organizationId}::uuid as org, ${asOf}::date as as_of, ${isDry}::boolean as dry),
  books as (select o.base_currency, o.rounding, c.exponent
              from q join organizations o on o.id = q.org join currencies c on c.code = o.base_currency),
  rates as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (currency text, rate numeric, id uuid)),
  open_documents as (
    select 'receivable' as side, r.id, r.party_type, r.party_id, r.currency, r.due, r.booked_due from (${openOn(organizationId, { side: 'receivable', asOf })}) r where r.due <> 0
    union all
    select 'payable', p.id, p.party_type, p.party_id, p.currency, p.due, p.booked_due from (${openOn(organizationId, { side: 'payable', asOf })}) p where p.due <> 0),
  before as (
    select i.side, i.document_id as id, i.party_type, i.party_id, r.currency, sum(i.moved) as moved
      from q
      join fx_revaluation_items i on i.organization_id = q.org and i.as_of = q.as_of
      join fx_revaluations r on r.organization_id = i.organization_id and r.id = i.revaluation_id
     group by 1, 2, 3, 4, 5),
  -- What was revalued before but is no longer open (paid or voided with an earlier date since) is moved back.
  measured as (
    select side, id, coalesce(o.party_type, b.party_type) as party_type, coalesce(o.party_id, b.party_id) as party_id,
           coalesce(o.currency, b.currency) as currency, coalesce(o.due, 0) as due, coalesce(o.booked_due, 0) as booked,
           (o.due is not null)::int as is_open, coalesce(b.moved, 0) as before
      from open_documents o full join before b using (side, id)),
  revalued as (
    select m.*, r.id as revaluation_id, r.rate, round_money(m.due * r.rate, k.exponent, k.rounding) as revalued,
           round_money(m.due * r.rate, k.exponent, k.rounding) - m.booked - m.before as moved
      from measured m cross join books k left join rates r on r.currency = m.currency
     where m.currency <> k.base_currency),
  heads as (
    insert into fx_revaluations (organization_id, id, as_of, currency, rate, revision, created_by)
    select q.org, r.id, q.as_of, r.currency, r.rate,
           (select count(*) from fx_revaluations f
             where f.organization_id = q.org and f.as_of = q.as_of and f.currency = r.currency), ${postedBy}
      from rates r cross join q
     where not q.dry and exists (select 1 from revalued v where v.currency = r.currency and v.moved <> 0)),
  items as (
    insert into fx_revaluation_items
      (organization_id, as_of, side, document_id, revaluation_id, party_type, party_id, amount_due, booked, moved)
    select q.org, q.as_of, v.side, v.id, v.revaluation_id, v.party_type, v.party_id, v.due, v.booked, v.moved
      from revalued v cross join q where not q.dry and v.moved <> 0)
  select currency, revaluation_id, side, party_type, party_id, sum(is_open)::int as documents, sum(due) as amount_due,
         sum(booked) as booked, sum(revalued) as revalued, sum(moved) as moved, bool_or(before <> 0) as was_moved
    from revalued group by currency, revaluation_id, side, party_type, party_id
   order by currency, side, party_type, party_id`,
  );
}

export interface RevaluationEntry {
  currency: string;
  journal_entry_id: string;
  reversal_entry_id: string;
}

/** The newest entry of each currency's revaluation on that day, with its reversal. */
export function newestRevaluationEntries(tx: TenantTransaction, asOf: string): Promise<RevaluationEntry[]> {
  return rows<RevaluationEntry>(
    tx,
    sql`select distinct on (f.currency) f.currency, e.id as journal_entry_id, r.id as reversal_entry_id
       from fx_revaluations f
       join journal_entries e on e.organization_id = f.organization_id and e.source_type = 'fx_revaluation'
        and e.source_id = f.id and e.event = 'revalue'
       join journal_entries r on r.organization_id = e.organization_id and r.reverses_id = e.id
      where f.organization_id = ${tx.organizationId} and f.as_of = ${asOf} order by f.currency, f.revision desc`,
  );
}
