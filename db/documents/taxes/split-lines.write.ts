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
 * What lines of charges show, of `charges` that name their `invoice_id` and `line_id`, and `apart` the line whose tax was
 * kept. Lines that differ by their tax alone share out what one line would come to, rounded once: telling a rate moves no
 * subtotal, and no period's minimum is missed by a cent. Where quantity times price is not the amount, because earlier
 * quantities were repriced, a line shows the average price.
 */
export const lineSums = (charges: SqlText): SqlText =>
  sql`select s.*, case when s.shown * s.unit_price = s.precise then s.unit_price else round(s.amount / s.shown, 6) end as price
        from (select a.*, round_money(a.upto, k.exponent, o.rounding) - round_money(a.upto - a.precise, k.exponent, o.rounding) as amount
                from (select c.organization_id, c.currency, c.line_id, coalesce(nullif(sum(c.quantity), 0), 1) as shown, count(*) as charges,
                             min(c.service_date) as first_day, max(c.service_date) as last_day, max(c.unit_price) as unit_price,
                             sum(c.amount_precise) as precise,
                             sum(sum(c.amount_precise)) over (
                               partition by c.invoice_id, c.billing_item_id, c.unit_price, c.uom, c.warehouse_id, c.apart
                               order by min(c.service_date), c.line_id) as upto
                        from (${charges}) c
                       group by c.organization_id, c.currency, c.invoice_id, c.line_id, c.billing_item_id, c.unit_price, c.uom,
                                c.warehouse_id, c.apart) a
                join currencies k on k.code = a.currency
                join organizations o on o.id = a.organization_id) s`;

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
        select distinct i.id, case i.kind when 'credit_note' then -1 else 1 end as side
          from invoices i
          join organizations o on o.id = i.organization_id and o.tax_date = 'service'
          join invoice_lines l on l.organization_id = i.organization_id and l.invoice_id = i.id and l.source = 'charges' and not l.tax_kept
          join tax_rates r on r.organization_id = i.organization_id and r.tax_code = l.tax_code
           and (r.valid_from > l.service_from and r.valid_from <= l.service_to
                or r.valid_to >= l.service_from and r.valid_to < l.service_to)
         where i.organization_id = ${org} and i.id = any(${ids}::uuid[]) and i.status = 'draft'),
      taxed as materialized (
        select c.*, s.id as invoice_id, null::uuid as apart, s.side, l.id as old_line_id, l.line_no, d.rate,
               ${chargeLineId(sql`s.id::text`, sql`case when d.rate <> ${ownRate} then '|' || d.rate else '' end`)} as line_id
          from spanning s
          join invoice_lines l on l.organization_id = ${org}::uuid and l.invoice_id = s.id and l.source = 'charges' and not l.tax_kept
          join invoice_charges x on x.organization_id = l.organization_id and x.invoice_line_id = l.id and x.released_at is null
          join charges c on c.organization_id = x.organization_id and c.id = x.charge_id
          ${rateInForce(org, sql`l.tax_code`, sql`c.service_date`)}
          cross join lateral (select coalesce(r.tax_rate, ${ownRate}) as rate) d),
      placed as (
        select t.* from taxed t where t.invoice_id in (
          select m.invoice_id from taxed m group by m.invoice_id, m.old_line_id having min(m.rate) <> max(m.rate))),
      lines as (
        select distinct on (p.line_id) p.old_line_id as like_id, p.side, p.rate, n.*
          from placed p join (${lineSums(sql`select * from placed`)}) n on n.line_id = p.line_id
         order by p.line_id, p.line_no),
      added as (
        insert into invoice_lines (organization_id, id, invoice_id, line_no, billing_item_id, account_id, description, quantity, uom,
               unit_price, amount, tax_code, tax_rate, item_tax_rate, warehouse_id, service_from, service_to, charge_count, source)
        select l.organization_id, n.line_id, l.invoice_id,
               (select max(o.line_no) from invoice_lines o where o.organization_id = l.organization_id and o.invoice_id = l.invoice_id)
                 + row_number() over (partition by l.invoice_id order by l.line_no, n.first_day),
               l.billing_item_id, l.account_id, l.description, n.side * n.shown, l.uom, n.price, n.side * n.amount, l.tax_code, n.rate,
               ${ownRate}, l.warehouse_id, n.first_day, n.last_day, n.charges, l.source
          from lines n join invoice_lines l on l.organization_id = ${org}::uuid and l.id = n.like_id
         where not exists (select 1 from invoice_lines o where o.organization_id = l.organization_id and o.id = n.line_id)),
      summed as (
        update invoice_lines l
           set quantity = n.side * n.shown, amount = n.side * n.amount, unit_price = n.price, tax_rate = n.rate,
               item_tax_rate = ${ownRate}, service_from = n.first_day, service_to = n.last_day, charge_count = n.charges
          from lines n where l.organization_id = ${org}::uuid and l.id = n.line_id),
      moved as (
        update invoice_charges x set invoice_line_id = p.line_id
          from placed p
         where x.organization_id = ${org}::uuid and x.charge_id = p.id and x.released_at is null and x.invoice_line_id <> p.line_id),
      emptied as (
        delete from invoice_lines l
         where l.organization_id = ${org}::uuid and l.id in (select p.old_line_id from placed p)
           and l.id not in (select p.line_id from placed p))
      select distinct invoice_id from placed`,
  );
}
