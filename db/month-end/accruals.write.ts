/** Measures revenue earned but not invoiced by a month's end, and stores it in the same statement. */
import type { Decimal } from '../../domain/decimal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, SqlText } from '../sql-text.ts';
import type { PostingContext } from '../journal/journal.write.ts';
import { zeroId } from '../billing/rate-activity.write.ts';

/** One billing item of one merchant in one currency, account and warehouse; `was_` fields are the previous accrual. */
export interface AccruedItem {
  /** Null when the merchant's accrual in this currency did not change. */
  accrual_id: string | null;
  merchant_id: string;
  currency: string;
  account_id: string;
  warehouse_id: string | null;
  item_name: string;
  charges: number;
  /** Null for a foreign currency without a rate: the previous accrual stays. */
  rate: string | null;
  amount: string | null;
  base_amount: string | null;
  was_rate: string | null;
  was_amount: string;
  was_base_amount: string;
}

const nowhere = new SqlText(`'${zeroId}'::uuid`);

/**
 * Measures charges with service days through `asOf` that were not on an invoice by that day, rounded once per billing
 * item, account and warehouse, and stores what changed unless it is a dry run. Call it under `lockMonthEnd`.
 */
export function measureAccrual(
  tx: TenantTransaction,
  { organizationId, postedBy }: PostingContext,
  { asOf, rates, isDry }: { asOf: string; rates: ReadonlyMap<string, Decimal>; isDry: boolean },
): Promise<AccruedItem[]> {
  const given = [...rates].map(([currency, rate]) => ({ currency, rate: rate.toFixed() }));
  return rows<AccruedItem>(
    tx,
    sql`
  with q as (select ${organizationId}::uuid as org, ${asOf}::date as as_of, ${isDry}::boolean as dry),
  books as (select o.base_currency, o.rounding, c.exponent
              from q join organizations o on o.id = q.org join currencies c on c.code = o.base_currency),
  rates as (
    select currency, rate from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (currency text, rate numeric)
    union all select base_currency, 1 from books),
  -- An invoice counts by its own dates, not by when it was created: what it held on that day was revenue then.
  earned as (
    select c.merchant_id, c.currency, c.billing_item_id, b.revenue_account_id as account_id,
           coalesce(c.warehouse_id, ${nowhere}) as place, sum(c.amount_precise) as amount, count(*) as charges
      from q
      join charges c on c.organization_id = q.org and c.service_date <= q.as_of
      join billing_items b on b.organization_id = c.organization_id and b.id = c.billing_item_id
     where not exists (select 1 from charge_waivers v where v.organization_id = c.organization_id and v.charge_id = c.id)
       and not exists (
         select 1 from invoice_charges x join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id
          where x.organization_id = c.organization_id and x.charge_id = c.id and i.status <> 'draft'
            and i.invoice_date <= q.as_of and (i.void_date is null or i.void_date > q.as_of))
     group by 1, 2, 3, 4, 5),
  was as (
    select distinct on (a.merchant_id, a.currency, i.billing_item_id, i.account_id, i.warehouse_id)
           a.merchant_id, a.currency, i.billing_item_id, i.account_id, coalesce(i.warehouse_id, ${nowhere}) as place,
           i.amount, i.rate, i.base_amount
      from q
      join revenue_accruals a on a.organization_id = q.org and a.as_of = q.as_of
      join revenue_accrual_items i on i.organization_id = a.organization_id and i.accrual_id = a.id
     order by a.merchant_id, a.currency, i.billing_item_id, i.account_id, i.warehouse_id, a.revision desc),
  rounded as (
    select merchant_id, currency, billing_item_id, account_id, place, coalesce(e.charges, 0) as charges,
           round_money(coalesce(e.amount, 0), c.exponent, k.rounding) as amount, coalesce(w.amount, 0) as was_amount,
           coalesce(w.base_amount, 0) as was_base_amount, w.rate as was_rate
      from earned e full join was w using (merchant_id, currency, billing_item_id, account_id, place)
      join currencies c on c.code = currency cross join books k),
  measured as (
    select m.*, r.rate, round_money(m.amount * r.rate, k.exponent, k.rounding) as base_amount
      from rounded m cross join books k left join rates r on r.currency = m.currency),
  -- Null without a rate, and therefore unchanged.
  changed as (
    select * from measured where amount <> was_amount or base_amount <> was_base_amount),
  heads as materialized (
    select merchant_id, currency, uuid7() as id from changed where rate is not null group by merchant_id, currency),
  stored as (
    insert into revenue_accruals (organization_id, id, as_of, merchant_id, currency, revision, created_by)
    select q.org, h.id, q.as_of, h.merchant_id, h.currency,
           (select count(*) from revenue_accruals a where a.organization_id = q.org and a.as_of = q.as_of
               and a.merchant_id = h.merchant_id and a.currency = h.currency), ${postedBy}
      from heads h cross join q where not q.dry),
  items as (
    insert into revenue_accrual_items (organization_id, accrual_id, billing_item_id, account_id, warehouse_id, charges, amount, rate, base_amount)
    select q.org, h.id, c.billing_item_id, c.account_id, nullif(c.place, ${nowhere}), c.charges, c.amount, c.rate, c.base_amount
      from changed c join heads h using (merchant_id, currency) cross join q where not q.dry)
  select h.id as accrual_id, m.merchant_id, m.currency, m.account_id, nullif(m.place, ${nowhere}) as warehouse_id,
         b.name as item_name, m.charges::int as charges, m.rate, case when m.rate is not null then m.amount end as amount,
         m.base_amount, m.was_rate, m.was_amount, m.was_base_amount
    from measured m cross join q left join heads h using (merchant_id, currency)
    join billing_items b on b.organization_id = q.org and b.id = m.billing_item_id
   order by m.merchant_id, m.currency, b.code, m.account_id, m.place`,
  );
}

export interface AccrualEntry {
  merchant_id: string;
  currency: string;
  journal_entry_id: string;
  reversal_entry_id: string;
}

/** The newest entry of each merchant's accrual per currency on that day, with its reversal. */
export function newestAccrualEntries(tx: TenantTransaction, asOf: string): Promise<AccrualEntry[]> {
  return rows<AccrualEntry>(
    tx,
    sql`select distinct on (a.merchant_id, a.currency) a.merchant_id, a.currency, e.id as journal_entry_id,
            r.id as reversal_entry_id
       from revenue_accruals a
       join journal_entries e on e.organization_id = a.organization_id and e.source_type = 'accrual'
        and e.source_id = a.id and e.event = 'accrue'
       join journal_entries r on r.organization_id = e.organization_id and r.reverses_id = e.id
      where a.organization_id = ${tx.organizationId} and a.as_of = ${asOf} order by a.merchant_id, a.currency, a.revision desc`,
  );
}
