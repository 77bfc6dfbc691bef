/**
 * Lines of charges, where the day of service says the tax: days at another rate are lines of their own, also if that rate
 * is told after they were put together.
 */
import { rows, type TenantTransaction } from '../../database.ts';
import { sql, type SqlText } from '../../sql-text.ts';
import { rateInForce } from './tax-rates.read.ts';

/**
 * The line of a draft that charge `c` is on: grouped by item, price, unit and warehouse, and by `words` where it is taxed
 * otherwise than its item says. Filling a draft again finds the same lines.
 */
export const chargeLineId = (invoiceId: SqlText, words: SqlText): SqlText =>
  sql`md5(${invoiceId} || '|' || c.billing_item_id || '|' || coalesce(c.unit_price::text, '') || '|' || c.uom
      || '|' || coalesce(c.warehouse_id::text, '') || ${words})::uuid`;

/**
 * What a line comes to of those that differ by their tax alone, `s.precise` of `s.upto` in their order: its share of what
 * one line would come to, so that telling a rate moves no subtotal. Nor, then, is a period's minimum missed by a cent.
 */
export const shareOfOne = (exponent: SqlText, rounding: SqlText): SqlText =>
  sql`round_money(s.upto, ${exponent}, ${rounding}) - round_money(s.upto - s.precise, ${exponent}, ${rounding})`;

/** What line `l` says of its item's own rate. Lines of charges that a version before made do not say it. */
export const ownRate = sql`coalesce(l.item_tax_rate, case when l.source = 'charges' then l.tax_rate end)`;

/**
 * Puts the charges of these drafts on the lines a run would put them on now, if a line has days at several rates. One
 * statement, so that what is sent behind it finds the lines. Returns the drafts that changed; the caller holds them locked.
 */
export function splitLines(tx: TenantTransaction, ids: readonly string[]): Promise<{ invoice_id: string }[]> {
  const org = tx.organizationId;
  return rows(
    tx,
    sql`with spanning as (
        select distinct i.id, i.kind, i.currency, o.rounding
          from invoices i
          join organizations o on o.id = i.organization_id and o.tax_date = 'service'
          join invoice_lines l on l.organization_id = i.organization_id and l.invoice_id = i.id and l.source = 'charges' and not l.tax_kept
          join tax_rates r on r.organization_id = i.organization_id and r.tax_code = l.tax_code
           and (r.valid_from > l.service_from and r.valid_from <= l.service_to
                or r.valid_to >= l.service_from and r.valid_to < l.service_to)
         where i.organization_id = ${org} and i.id = any(${ids}::uuid[]) and i.status = 'draft'),
      taxed as materialized (
        select s.id as invoice_id, s.kind, s.currency, s.rounding, l.id as line_id, l.line_no, d.rate, c.id as charge_id,
               c.service_date, c.quantity, c.unit_price, c.amount_precise, c.billing_item_id, c.uom, c.warehouse_id,
               ${chargeLineId(sql`s.id::text`, sql`case when d.rate <> ${ownRate} then '|' || d.rate else '' end`)} as own_id
          from spanning s
          join invoice_lines l on l.organization_id = ${org}::uuid and l.invoice_id = s.id and l.source = 'charges' and not l.tax_kept
          join invoice_charges x on x.organization_id = l.organization_id and x.invoice_line_id = l.id and x.released_at is null
          join charges c on c.organization_id = x.organization_id and c.id = x.charge_id
          ${rateInForce(org, sql`l.tax_code`, sql`c.service_date`)}
          cross join lateral (select coalesce(r.tax_rate, ${ownRate}) as rate) d),
      placed as (
        select t.* from taxed t where t.invoice_id in (
          select m.invoice_id from taxed m group by m.invoice_id, m.line_id having min(m.rate) <> max(m.rate))),
      lines as (
        select s.*, case when s.quantity = 0 then 1 else s.quantity end as shown, ${shareOfOne(sql`s.exponent`, sql`s.rounding`)} as amount from (
          select p.invoice_id, p.own_id, p.rate, (array_agg(p.line_id order by p.line_no))[1] as like_id, count(*) as charges,
                 case p.kind when 'credit_note' then -1 else 1 end as side, sum(p.quantity) as quantity,
                 min(p.service_date) as first_day, max(p.service_date) as last_day, max(p.unit_price) as unit_price,
                 sum(p.amount_precise) as precise, k.exponent, p.rounding,
                 sum(sum(p.amount_precise)) over (
                   partition by p.invoice_id, p.billing_item_id, p.unit_price, p.uom, p.warehouse_id order by min(p.service_date), p.own_id) as upto
            from placed p join currencies k on k.code = p.currency
           group by p.invoice_id, p.own_id, p.rate, p.kind, p.billing_item_id, p.unit_price, p.uom, p.warehouse_id, k.exponent, p.rounding) s),
      priced as (
        select n.*, case when n.shown * n.unit_price = n.precise then n.unit_price else round(n.amount / n.shown, 6) end as price
          from lines n),
      added as (
        insert into invoice_lines (organization_id, id, invoice_id, line_no, billing_item_id, account_id, description, quantity, uom,
               unit_price, amount, tax_code, tax_rate, item_tax_rate, warehouse_id, service_from, service_to, charge_count, source)
        select l.organization_id, n.own_id, l.invoice_id,
               (select max(o.line_no) from invoice_lines o where o.organization_id = l.organization_id and o.invoice_id = l.invoice_id)
                 + row_number() over (partition by l.invoice_id order by l.line_no, n.first_day),
               l.billing_item_id, l.account_id, l.description, n.side * n.shown, l.uom, n.price, n.side * n.amount, l.tax_code, n.rate,
               ${ownRate}, l.warehouse_id, n.first_day, n.last_day, n.charges, l.source
          from priced n join invoice_lines l on l.organization_id = ${org}::uuid and l.id = n.like_id
         where not exists (select 1 from invoice_lines o where o.organization_id = l.organization_id and o.id = n.own_id)),
      summed as (
        update invoice_lines l
           set quantity = n.side * n.shown, amount = n.side * n.amount, unit_price = n.price, tax_rate = n.rate,
               item_tax_rate = ${ownRate}, service_from = n.first_day, service_to = n.last_day, charge_count = n.charges
          from priced n where l.organization_id = ${org}::uuid and l.id = n.own_id),
      moved as (
        update invoice_charges x set invoice_line_id = p.own_id
          from placed p
         where x.organization_id = ${org}::uuid and x.charge_id = p.charge_id and x.released_at is null and x.invoice_line_id <> p.own_id),
      emptied as (
        delete from invoice_lines l
         where l.organization_id = ${org}::uuid and l.id in (select p.line_id from placed p)
           and l.id not in (select p.own_id from placed p))
      select distinct invoice_id from placed`,
  );
}
