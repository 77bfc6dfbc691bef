/** Tops a period's invoices up to the least that a merchant's rate sheet asks for. */
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';
import { isOfDays } from './billable-activity.ts';
import { earlierPeriods, feeDays } from './billing-plan.read.ts';
import { zeroId } from './rate-activity.write.ts';

interface Minimum {
  amount: string;
  currency: string;
  sheet_id: string;
  code: string;
  version: number;
}

/** Of which merchant and days a minimum is the least, and the run that charges it. */
export interface BilledPeriod {
  organizationId: string;
  merchantId: string;
  runId: string;
  periodStart: string;
  periodEnd: string;
}

/** The source of the charges that top a period up to its minimum. */
const minimumSource = ({ merchantId, periodStart, periodEnd }: BilledPeriod, currency: SqlText): SqlText =>
  sql`md5(${`${merchantId}|invoice minimum|${periodStart}|${periodEnd}|`}::text || ${currency}::text)::uuid`;

/**
 * The minimum invoice amount of the merchant's rate sheet, for a period that is a whole billing cycle: that of the most
 * specific sheet that says one, which may be nothing; none where the merchant was not there yet, or was away. Waiving
 * its top-up waives the minimum of the period.
 */
export async function minimumAmount(
  tx: TenantTransaction,
  scope: BilledPeriod,
): Promise<Minimum | undefined> {
  const { periodStart, periodEnd } = scope;
  const fees = await feeDays(tx, { ...scope, from: periodStart, to: periodEnd });
  const found = await row<Minimum & { is_waived: boolean }>(
    tx,
    sql`select minimum_invoice_amount as amount, currency, id as sheet_id, code, version,
            exists (select 1 from charges c join charge_waivers v on v.organization_id = c.organization_id and v.charge_id = c.id
                     where c.organization_id = rate_sheets.organization_id
                       and c.source_id = ${minimumSource(scope, sql`currency`)}) as is_waived
       from rate_sheets
      where organization_id = ${scope.organizationId} and (merchant_id = ${scope.merchantId} or merchant_id is null) and status = 'active' and minimum_invoice_amount is not null
        and daterange(effective_from, effective_to, '[]') @> ${periodEnd}::date
        and ${isOfDays(fees, sql`${periodStart}::date`, sql`${periodEnd}::date`)}
        and billing_window_start(billing_cycle, cycle_anchor_day, ${periodEnd}::date) = ${periodStart}::date
        and billing_window_end(billing_cycle, cycle_anchor_day, ${periodEnd}::date) = ${periodEnd}::date
      order by (merchant_id is not null) desc, (warehouse_id is not null) desc limit 1`,
  );
  return !found || found.is_waived || decimal(found.amount).eq(zero) ? undefined : found;
}

/**
 * Tops the earlier periods up anew that were topped up and that a run looks at again, each to the minimum it was topped up to: what this period's invoice bills of their days may have replaced the top-up, or have taken away what stood
 * beside it. Returns whether a difference was charged.
 */
export async function chargeEarlierMinimums(
  tx: TenantTransaction,
  scope: BilledPeriod,
  currency: string,
): Promise<boolean> {
  let isCharged = false;
  for (const { periodStart, periodEnd, ...minimum } of await earlierMinimums(tx, scope, currency)) {
    const difference = await chargeInvoiceMinimum(tx, { ...scope, periodStart, periodEnd }, minimum);
    isCharged ||= !difference.eq(zero);
  }
  return isCharged;
}

type EarlierMinimum = Minimum & { periodStart: string; periodEnd: string };

async function earlierMinimums(
  tx: TenantTransaction,
  scope: BilledPeriod,
  currency: string,
): Promise<EarlierMinimum[]> {
  const periods = await earlierPeriods(tx, scope.merchantId, scope.periodStart);
  if (periods.length === 0) return [];
  const sources = periods.map(({ period_start: periodStart, period_end: periodEnd }) => {
    const source = minimumSource({ ...scope, periodStart, periodEnd }, sql`${currency}`);
    return sql`(${periodStart}::text, ${periodEnd}::text, ${source})`;
  });
  return rows(
    tx,
    sql`select distinct on (c.source_id) p.first as "periodStart", p.last as "periodEnd", c.pricing ->> 'minimum' as amount, c.currency,
               c.rate_sheet_id as sheet_id, c.pricing ->> 'sheet' as code, (c.pricing ->> 'version')::integer as version
          from (values ${joined(sources, ', ')}) p (first, last, source)
          join charges c on c.organization_id = ${scope.organizationId}::uuid and c.source_id = p.source and c.rule_id = ${zeroId}::uuid
         where not exists (select 1 from charges w join charge_waivers v on v.organization_id = w.organization_id and v.charge_id = w.id
                            where w.organization_id = c.organization_id and w.source_id = c.source_id)
         order by c.source_id, c.revision desc`,
  );
}

/**
 * Tops a period up to its minimum, compared with the rounded lines that bill its days, on whatever invoice. A line that
 * bills days of other periods as well is shared out between them by rounded running totals. Returns what was charged: a period
 * that was topped up before is charged the difference, as the next revision; an idle one, without an invoice, only more.
 */
export async function chargeInvoiceMinimum(
  tx: TenantTransaction,
  scope: BilledPeriod,
  minimum: Minimum,
  { isIdle = false }: { isIdle?: boolean } = {},
): Promise<Decimal> {
  const item = await minimumItem(tx, minimum);
  const source = minimumSource(scope, sql`${minimum.currency}`);
  const lacking = sql`greatest(${minimum.amount}::numeric - t.charged, 0)`;
  const charged = await row<{ amount: string }>(
    tx,
    sql`insert into charges (organization_id, id, merchant_id, billing_item_id, rule_id, source_id, rate_sheet_id, run_id, service_date,
            revision, currency, quantity, unit_price, amount_precise, kind, source_type, uom, source_ref, pricing)
      with t as (
        select coalesce(sum(m.amount_precise), 0) as had, coalesce(max(m.revision), -1) as revision,
               (${billedFor(scope, minimum.currency, source)}) as charged
          from charges m where m.organization_id = ${scope.organizationId}::uuid and m.source_id = ${source} and m.rule_id = ${zeroId}::uuid)
      select ${scope.organizationId}::uuid, uuid7(), ${scope.merchantId}::uuid, ${item.id}::uuid, ${zeroId}::uuid, ${source}, ${minimum.sheet_id}::uuid,
             ${scope.runId}::uuid, ${scope.periodEnd}::date, t.revision + 1, ${minimum.currency}, 0, null,
             ${lacking} - t.had, 'minimum', 'period', ${item.uom}, ${`${scope.periodStart}..${scope.periodEnd}`},
             jsonb_build_object('model', 'invoice_minimum', 'minimum', ${minimum.amount}::numeric, 'charged', t.charged, 'had', t.had,
               'sheet', ${minimum.code}::text, 'version', ${minimum.version}::integer)
        from t where ${lacking} ${isIdle ? sql`>` : sql`<>`} t.had
      on conflict do nothing returning amount_precise as amount`,
  );
  return decimal(charged?.amount ?? '0');
}

async function minimumItem(tx: TenantTransaction, { code }: Minimum): Promise<{ id: string; uom: string }> {
  const item = await row<{ id: string; uom: string }>(
    tx,
    sql`select id, uom from billing_items where organization_id = ${tx.organizationId} and category = 'minimum' and is_active order by code limit 1`,
  );
  if (item) return item;
  throw new Refusal(
    'UNKNOWN_REFERENCE',
    `Rate sheet ${code} has a minimum invoice amount, which needs an active billing item of the category minimum.`,
  );
}

/**
 * The sum of what rounded lines of live invoices bill for the period's days, without its top-up. The last of a line's days
 * have what those before left of it: it may be a share of a sum that was rounded as one.
 */
function billedFor(
  { organizationId, merchantId, periodStart, periodEnd }: BilledPeriod,
  currency: string,
  source: SqlText,
): SqlText {
  return sql`
    select coalesce(sum(case when p.is_last then p.line_amount else round_money(p.before + p.amount, k.exponent, o.rounding) end
                        - round_money(p.before, k.exponent, o.rounding)), 0)
      from currencies k, organizations o, (
        select n.amount, b.amount as before, n.charges + b.charges = l.charge_count as is_last,
               case i.kind when 'credit_note' then -l.amount else l.amount end as line_amount
          from (select x.invoice_line_id as id, sum(c.amount_precise) as amount, count(*) as charges from charges c
                  join invoice_charges x on x.organization_id = c.organization_id and x.charge_id = c.id and x.released_at is null
                 where c.organization_id = ${organizationId}::uuid and c.merchant_id = ${merchantId}::uuid and c.currency = ${currency}
                   and c.service_date between ${periodStart}::date and ${periodEnd}::date and c.source_id <> ${source}
                 group by x.invoice_line_id) n
          join invoice_lines l on l.organization_id = ${organizationId}::uuid and l.id = n.id
          join invoices i on i.organization_id = l.organization_id and i.id = l.invoice_id
          cross join lateral (
            select coalesce(sum(c.amount_precise), 0) as amount, count(c.id) as charges
              from invoice_charges x
              join charges c on c.organization_id = x.organization_id and c.id = x.charge_id
             where l.service_from < ${periodStart}::date and x.organization_id = l.organization_id and x.invoice_line_id = l.id
               and x.released_at is null and c.service_date < ${periodStart}::date) b) p
     where k.code = ${currency} and o.id = ${organizationId}::uuid`;
}
