/** Tops a period's invoices up to the least that a merchant's rate sheet asks for. */
import { decimal, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { ofPeriod, type InvoiceScope } from './invoice-scope.ts';
import { zeroId } from './rate-activity.write.ts';

interface Minimum {
  amount: string;
  currency: string;
  sheet_id: string;
  code: string;
  version: number;
}

/** The source of the charges that top a period up to its minimum. */
const minimumSource = ({ merchantId, periodStart, periodEnd }: InvoiceScope, currency: SqlText): SqlText =>
  sql`md5(${`${merchantId}|invoice minimum|${periodStart}|${periodEnd}|`}::text || ${currency}::text)::uuid`;

/**
 * The minimum invoice amount of the merchant's rate sheet, for a period that is a whole billing cycle: that of the most
 * specific sheet that says one, which may be nothing. Waiving its top-up waives the minimum of the period.
 */
export async function minimumAmount(
  tx: TenantTransaction,
  scope: InvoiceScope,
): Promise<Minimum | undefined> {
  const found = await row<Minimum & { is_waived: boolean }>(
    tx,
    sql`select minimum_invoice_amount as amount, currency, id as sheet_id, code, version,
            exists (select 1 from charges c join charge_waivers v on v.organization_id = c.organization_id and v.charge_id = c.id
                     where c.organization_id = rate_sheets.organization_id
                       and c.source_id = ${minimumSource(scope, sql`currency`)}) as is_waived
       from rate_sheets
      where organization_id = ${scope.organizationId} and (merchant_id = ${scope.merchantId} or merchant_id is null) and status = 'active' and minimum_invoice_amount is not null
        and daterange(effective_from, effective_to, '[]') @> ${scope.periodEnd}::date
        and billing_window_start(billing_cycle, cycle_anchor_day, ${scope.periodEnd}::date) = ${scope.periodStart}::date
        and billing_window_end(billing_cycle, cycle_anchor_day, ${scope.periodEnd}::date) = ${scope.periodEnd}::date
      order by (merchant_id is not null) desc, (warehouse_id is not null) desc limit 1`,
  );
  return !found || found.is_waived || decimal(found.amount).eq(zero) ? undefined : found;
}

/**
 * Tops up the period's invoices to its minimum, compared with the sum of their rounded lines and with what invoices of
 * other periods have billed for its days. Returns whether a top-up
 * was needed; a period without an invoice is topped up only. A draft that is filled again and a supplement are charged the difference from the earlier top-up, as the
 * next revision.
 */
export async function chargeInvoiceMinimum(
  tx: TenantTransaction,
  scope: InvoiceScope,
  minimum: Minimum,
  { isIdle = false }: { isIdle?: boolean } = {},
): Promise<boolean> {
  const item = await row<{ id: string; uom: string }>(
    tx,
    sql`select id, uom from billing_items where organization_id = ${scope.organizationId} and category = 'minimum' and is_active order by code limit 1`,
  );
  if (!item) {
    throw new Refusal(
      'UNKNOWN_REFERENCE',
      `Rate sheet ${minimum.code} has a minimum invoice amount, which needs an active billing item of the category minimum.`,
    );
  }
  const source = minimumSource(scope, sql`${minimum.currency}`);
  const inserted = await execute(
    tx,
    sql`insert into charges (organization_id, id, merchant_id, billing_item_id, rule_id, source_id, rate_sheet_id, run_id, service_date,
            revision, currency, quantity, unit_price, amount_precise, kind, source_type, uom, source_ref, pricing)
      with present as (
        select i.id from invoices i
         where ${ofPeriod(scope)} and i.currency = ${minimum.currency}),
      billed as (
        select i.id in (select id from present) as is_own, c.source_id = ${source} as is_top_up, c.amount_precise as amount
          from charges c
          join invoice_charges x on x.organization_id = c.organization_id and x.charge_id = c.id and x.released_at is null
          join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id
         where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
           and c.currency = ${minimum.currency} and c.service_date between ${scope.periodStart}::date and ${scope.periodEnd}::date),
      had as (
        select coalesce(sum(amount) filter (where is_top_up), 0) as amount,
               coalesce(sum(amount) filter (where is_top_up and is_own), 0) as own,
               coalesce(sum(amount) filter (where not is_top_up and not is_own), 0) as elsewhere
          from billed),
      t as (
        select had.amount as had,
               (select coalesce(sum(l.amount), 0) from present i
                  join invoice_lines l on l.organization_id = ${scope.organizationId}::uuid and l.invoice_id = i.id) - had.own
                 + (select round_money(had.elsewhere, k.exponent, o.rounding) from currencies k, organizations o
                     where k.code = ${minimum.currency} and o.id = ${scope.organizationId}::uuid) as charged,
               coalesce((select max(m.revision) from charges m where m.organization_id = ${scope.organizationId}::uuid
                          and m.source_id = ${source} and m.rule_id = ${zeroId}::uuid), -1) as revision
          from had)
      select ${scope.organizationId}::uuid, uuid7(), ${scope.merchantId}::uuid, ${item.id}::uuid, ${zeroId}::uuid, ${source}, ${minimum.sheet_id}::uuid,
             ${scope.runId}::uuid, ${scope.periodEnd}::date, t.revision + 1, ${minimum.currency}, 0, null,
             greatest(${minimum.amount}::numeric - t.charged, 0) - t.had, 'minimum', 'period', ${item.uom}, ${`${scope.periodStart}..${scope.periodEnd}`},
             jsonb_build_object('model', 'invoice_minimum', 'minimum', ${minimum.amount}::numeric, 'charged', t.charged, 'had', t.had,
               'sheet', ${minimum.code}::text, 'version', ${minimum.version}::integer)
        from t where greatest(${minimum.amount}::numeric - t.charged, 0) ${isIdle ? sql`>` : sql`<>`} t.had
      on conflict do nothing`,
  );
  return inserted > 0;
}
