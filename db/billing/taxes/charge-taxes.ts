/** At what a charge is taxed when it is put on a draft. */
import { rateInForce } from '../../documents/taxes/tax-rates.read.ts';
import { sql, type SqlText } from '../../sql-text.ts';

/** What billing item `b` says itself. */
export const itemTax = {
  code: sql`case when b.taxable then coalesce(b.tax_code, '') else '' end`,
  rate: sql`case when b.taxable then b.tax_rate else 0 end`,
};

/** Charge `c` revises the earlier charge `e`. */
const revises = (
  c: SqlText,
): SqlText => sql`e.organization_id = ${c}.organization_id and e.source_id = ${c}.source_id
  and e.rule_id = ${c}.rule_id and e.source_type = ${c}.source_type and e.revision < ${c}.revision
  and (${c}.kind = 'minimum' or e.service_date = ${c}.service_date)`;

/** The tax on the issued line of the charge that `c` revises; of a surcharge on what revises another, on that one's surcharge. */
const taxOfRevised = sql`select l.tax_code, l.tax_rate
    from (select e.organization_id, e.id, e.revision from charges e where c.revision > 0 and ${revises(sql`c`)}
          union all
          select s.organization_id, s.id, e.revision
            from charges p
            join charges e on ${revises(sql`p`)}
            join charges s on s.organization_id = e.organization_id and s.source_id = e.id and s.rule_id = e.rule_id and s.kind = 'surcharge'
           where c.kind = 'surcharge' and p.organization_id = c.organization_id and p.id = c.parent_charge_id and p.revision > 0) e
    join invoice_charges x on x.organization_id = e.organization_id and x.charge_id = e.id and x.released_at is null
    join invoices n on n.organization_id = x.organization_id and n.id = x.invoice_id and n.status not in ('draft', 'void')
    join invoice_lines l on l.organization_id = x.organization_id and l.id = x.invoice_line_id
   order by e.revision desc limit 1`;

/**
 * As joins to charge `c`, ending with `t`: what revises an invoiced charge is taxed as that was, all else as its item is on
 * its tax date. That holds also while both are the same: the rate may change before the draft is issued. `words` tell
 * charges of one item apart that are taxed otherwise than the item says.
 */
export const taxOfCharge = (organizationId: string, invoiceId: string): SqlText => sql`
  join billing_items b on b.organization_id = c.organization_id and b.id = c.billing_item_id
  join organizations o on o.id = c.organization_id
  join invoices i on i.organization_id = c.organization_id and i.id = ${invoiceId}::uuid
  ${rateInForce(organizationId, itemTax.code, sql`(case o.tax_date when 'service' then c.service_date else i.invoice_date end)`)}
  cross join lateral (select ${itemTax.code} as code, coalesce(r.tax_rate, ${itemTax.rate}) as rate) d
  left join lateral (${taxOfRevised}) k on true
  cross join lateral (select k.tax_code is not null
                              and (k.tax_code <> '' or k.tax_rate <> 0 or (k.tax_code, k.tax_rate) <> (d.code, d.rate)) as is_kept) z
  cross join lateral (
    select z.is_kept, case when z.is_kept then k.tax_code else d.code end as tax_code,
           case when z.is_kept then k.tax_rate else d.rate end as tax_rate,
           case when not z.is_kept then ${itemTax.rate} end as item_tax_rate,
           case when z.is_kept then '|' || k.tax_code || '|' || k.tax_rate
                when d.rate <> ${itemTax.rate} then '|' || d.rate else '' end as words) t`;
