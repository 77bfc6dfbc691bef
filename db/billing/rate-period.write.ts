/** Charges on top of activity: surcharges, minimums and maximums, percentages of the period's charges. */
import { execute, type TenantTransaction } from '../database.ts';
import { every, name, sql, type SqlText } from '../sql-text.ts';
import { isFeeOwed, type RatingScope } from './billable-activity.ts';
import { linesInSuccession, othersInSuccession, replacedOn } from './line-succession.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';
import { chargeColumns, pricingOf, windowKey, zeroId } from './rate-activity.write.ts';
import { clampChargeSql, unitPriceSql } from './rate-price.ts';

export const isWaived = (row: string): SqlText =>
  sql`exists (select 1 from charge_waivers v where v.organization_id = ${name(`${row}.organization_id`)} and v.charge_id = ${name(`${row}.id`)})`;

/**
 * Whether the line is a percentage of everything else charged: such a line is priced last, and its bounds apply after
 * it.
 */
export function isOfAllCharges(line: EffectiveLine): boolean {
  return line.percent_basis === 'charges_subtotal';
}

/** Adds a child charge to every charge of the line that has none yet and is not waived, including revisions. */
export async function chargeSurcharges(
  tx: TenantTransaction,
  scope: RatingScope,
  line: EffectiveLine,
): Promise<number> {
  if (!line.surcharge_percent || !line.surcharge_item_id) return 0;
  const percent = sql`${line.surcharge_percent}::numeric`;
  return execute(
    tx,
    sql`insert into ${name(scope.table)} (${chargeColumns})
      select q.organization_id, uuid7(), q.merchant_id, ${line.surcharge_item_id}::uuid, q.rule_id, q.id, q.document_id, q.warehouse_id,
             q.rate_sheet_id, q.rate_line_id, ${scope.runId}::uuid, q.id, q.service_date, 0, q.currency, 1, null::numeric,
             round(q.amount_precise * ${percent} / 100, 10), 'surcharge', 'charge', 'percent', q.source_ref,
             jsonb_build_object('model', 'surcharge', 'percent', ${percent}, 'of', q.amount_precise,
               'sheet', ${line.sheet_code}::text, 'version', ${line.sheet_version}::integer, 'line_no', ${line.line_no}::integer)
        from ${name(scope.table)} q
       where q.organization_id = ${scope.organizationId}::uuid and q.merchant_id = ${scope.merchantId}::uuid
         and q.rate_line_id = ${line.id}::uuid and q.kind <> 'surcharge'
         and q.service_date between ${scope.from}::date and ${scope.to}::date
         and not exists (select 1 from ${name(scope.table)} c where c.organization_id = q.organization_id
                            and c.source_id = q.id and c.rule_id = q.rule_id)
         and not ${isWaived('q')}
       order by q.id on conflict do nothing`,
  );
}

/**
 * Tops a scope (document, day, billing cycle) up to its minimum or cuts it to its maximum. A later run charges the
 * change in the difference. Cycles count once they are over; a cycle's minimum is due even without any activity. Of
 * lines that follow one another, the one in force on the cycle's last day bounds what all of them charged in it. A line
 * of the past bounds only cycles with charges of its own.
 */
export async function chargeMinimum(
  tx: TenantTransaction,
  scope: RatingScope,
  line: EffectiveLine,
  others: readonly EffectiveLine[],
  { isPast = false }: { isPast?: boolean } = {},
): Promise<number> {
  const { min_scope: within } = line;
  if (within === 'charge' || (line.min_charge === null && line.max_charge === null)) return 0;
  const inSuccession = othersInSuccession(line, others);
  if (isPast && within === 'period' && inSuccession.length > 0) return 0;
  const key = windowKey(line, within, 'c');
  const cycleEnd = (day: SqlText): SqlText =>
    sql`billing_window_end(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, ${day})`;
  const next = inSuccession.map(({ valid_from: from }) => from).filter((from) => from > line.valid_from);
  const isDecided = (end: SqlText): SqlText =>
    every([
      sql`${end} >= ${line.valid_from}::date`,
      ...next.map((from) => sql`${end} < ${from}::date`),
      sql`${end} between ${scope.from}::date and ${scope.to}::date`,
    ]);
  const isDue = within === 'period' ? isDecided(cycleEnd(sql`c.service_date`)) : sql`true`;
  const counted =
    within === 'period'
      ? sql`c.rate_line_id in (${linesInSuccession(scope, line)})`
      : sql`c.rate_line_id = ${line.id}::uuid`;
  const isOwn = sql`(c.kind = 'minimum' and c.pricing ->> 'min_scope' = ${within})`;
  const serviceDate = within === 'period' ? cycleEnd(sql`max(c.service_date)`) : sql`max(c.service_date)`;
  const idle =
    within === 'period' && !isPast && !scope.againOnly
      ? sql`union all select billing_window_start(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, d::date)::text, d::date,
              null::uuid, 0, 0, 0, -1
            from generate_series(${scope.from}::date, ${scope.to}::date, interval '1 day') d
           where ${cycleEnd(sql`d::date`)} = d::date and ${isFeeOwed(scope, line, sql`d::date`)} and d::date between ${line.valid_from}::date and ${line.valid_to}::date
             and ${every(replacedOn(line, others).map((days) => sql`not ${days(sql`d::date`)}`))}
             and not exists (select 1 from scopes s
               where s.k = billing_window_start(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, d::date)::text)`
      : sql``;
  const lower = within === 'day' ? sql`${scope.from}::date` : sql`${scope.from}::date - 100`;
  const pricing = JSON.stringify({
    ...pricingOf({ event: 'period.recurring', code: 'minimum' }, line, within),
    model: 'minimum',
  });
  return execute(
    tx,
    sql`insert into ${name(scope.table)} (${chargeColumns})
      with scopes as (
        select ${key} as k, ${serviceDate} as service_date, max(c.document_id::text)::uuid as document_id,
               coalesce(sum(c.amount_precise) filter (where not ${isOwn}), 0) as charged,
               coalesce(sum(c.amount_precise) filter (where not ${isOwn} and not ${isWaived('c')}), 0) as billed,
               coalesce(sum(c.amount_precise) filter (where ${isOwn}), 0) as had,
               coalesce(max(c.revision) filter (where ${isOwn}), -1) as revision
          from ${name(scope.table)} c
         where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
           and ${counted} and c.kind <> 'surcharge'
           and c.service_date between ${lower} and ${scope.to}::date and ${isDue}
         group by 1),
      q as (select s.*, ${topUp(line)} - s.had as difference
              from (select k, service_date, document_id, charged, billed, had, revision from scopes ${idle}) s)
      select ${scope.organizationId}::uuid, uuid7(), ${scope.merchantId}::uuid, ${line.billing_item_id}::uuid, ${zeroId}::uuid,
             md5(${`${scope.merchantId}|minimum|${line.id}|`}::text || q.k)::uuid,
             ${within === 'document' ? sql`q.document_id` : sql`null::uuid`}, ${line.match_warehouse_id ?? line.sheet_warehouse_id}::uuid,
             ${line.rate_sheet_id}::uuid, ${line.id}::uuid, ${scope.runId}::uuid, null::uuid, q.service_date, q.revision + 1,
             ${line.currency}, 0, null::numeric, q.difference, 'minimum', 'period', ${line.uom}, q.k,
             ${pricing}::jsonb || jsonb_build_object('charged', q.charged, 'had', q.had)
        from q where q.difference <> 0 on conflict do nothing`,
  );
}

/**
 * What a scope `s` lacks to the minimum, or has above the maximum. What was waived counts towards the minimum, since it
 * was done; only what is billed is cut to the maximum. A document that is a credit owes no minimum, and is cut like what
 * it takes back.
 */
function topUp({ min_scope: within, min_charge: min, max_charge: max }: EffectiveLine): SqlText {
  const isCredit = within === 'document' ? sql`s.charged < 0` : sql`false`;
  const shortfall =
    min === null
      ? sql`0`
      : sql`case when ${isCredit} then 0 else greatest(${min}::numeric - s.charged, 0) end`;
  const excess =
    max === null
      ? sql`0`
      : sql`case when ${isCredit} then least(s.billed + ${max}::numeric, 0)
                else greatest(s.billed - ${max}::numeric, 0) end`;
  return sql`${shortfall} - ${excess}`;
}

// Manual charges are not previewed, so the percentage counts the existing ones.
const chargedRows = ({ table, organizationId, merchantId }: RatingScope): SqlText =>
  table === 'charges'
    ? name(table)
    : sql`(select * from preview_charges union all select * from charges m
            where m.organization_id = ${organizationId}::uuid and m.merchant_id = ${merchantId}::uuid and m.kind = 'manual')`;

/**
 * A percentage of everything else charged in a cycle. It leaves out waived charges, other percentages of this kind with
 * their child charges, and the top-up to the minimum invoice: otherwise each run would count the result of the run
 * before. A later run charges the change. Like every recurring fee it is due on the days of its rule, once, by the most
 * specific line in force; a line that has charged a cycle goes on with it.
 */
export async function chargeSubtotal(
  tx: TenantTransaction,
  scope: RatingScope,
  rule: BillingRuleRow,
  line: EffectiveLine,
  lines: readonly EffectiveLine[],
  { isPast = false }: { isPast?: boolean } = {},
): Promise<number> {
  if (!isOfAllCharges(line) || rule.event !== 'period.recurring') return 0;
  const cycle = (edge: SqlText, day: SqlText): SqlText =>
    sql`${edge}(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, ${day})`;
  const end = cycle(name('billing_window_end'), sql`c.service_date`);
  const isOwn = sql`c.rate_line_id is not distinct from ${line.id}::uuid and c.rule_id = ${rule.id}::uuid
    and c.kind in ('recurring', 'adjustment')`;
  const isCounted = sql`case when c.rate_line_id is null then c.kind <> 'minimum'
      else not exists (select 1 from rate_sheet_lines l where l.organization_id = c.organization_id and l.id = c.rate_line_id
                          and l.percent_basis = 'charges_subtotal') end
    and not ${isWaived('c')}`;
  const isOther = sql`c.rate_line_id <> ${line.id}::uuid and c.rule_id = ${rule.id}::uuid
    and c.kind in ('recurring', 'adjustment') and c.service_date = ${end}`;
  // Each currency has a subtotal of its own.
  const alike = lines.filter(({ currency }) => currency === line.currency);
  const isNew = every([
    isPast || scope.againOnly ? sql`false` : sql`not t.by_other`,
    ...replacedOn(line, alike).map((days) => sql`not ${days(sql`t.service_date`)}`),
    ...(rule.effective_from ? [sql`t.service_date >= ${rule.effective_from}::date`] : []),
    ...(rule.effective_to ? [sql`t.service_date <= ${rule.effective_to}::date`] : []),
  ]);
  const price = sql`round(t.subtotal * ${line.percent}::numeric / 100, 10)`;
  return execute(
    tx,
    sql`insert into ${name(scope.table)} (${chargeColumns})
      with totals as (
        select ${end} as service_date, coalesce(sum(c.amount_precise) filter (where ${isCounted}), 0) as subtotal,
               coalesce(sum(c.quantity) filter (where ${isOwn}), 0) as had,
               coalesce(sum(c.amount_precise) filter (where ${isOwn}), 0) as had_amount,
               coalesce(max(c.revision) filter (where ${isOwn}), -1) as revision,
               coalesce(bool_or(${isOther}), false) as by_other
          from ${chargedRows(scope)} c
         where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
           and c.currency = ${line.currency} and c.service_date between ${scope.from}::date - 100 and ${scope.to}::date
           and ${end} between ${scope.from}::date and ${scope.to}::date
         group by 1),
      q as (select t.*, round(t.subtotal - t.had, 6) as difference,
                   case when t.subtotal = 0 then 0 else ${clampChargeSql(line, price)} end - t.had_amount as amount from totals t
             where t.service_date between ${line.valid_from}::date and ${line.valid_to}::date
               and (t.revision >= 0 or (${isNew})))
      select ${scope.organizationId}::uuid, uuid7(), ${scope.merchantId}::uuid, ${line.billing_item_id}::uuid, ${rule.id}::uuid,
             md5(${`${scope.merchantId}|subtotal|${line.id}|`}::text || q.service_date)::uuid, null::uuid, ${line.sheet_warehouse_id}::uuid,
             ${line.rate_sheet_id}::uuid, ${line.id}::uuid, ${scope.runId}::uuid, null::uuid, q.service_date, q.revision + 1,
             ${line.currency}, q.difference, ${unitPriceSql(line)}, q.amount,
             case when q.revision < 0 then 'recurring' else 'adjustment' end, 'period', ${line.uom}, q.service_date::text,
             ${JSON.stringify(pricingOf(rule, line, 'charges_subtotal'))}::jsonb || jsonb_build_object('subtotal', q.subtotal)
        from q where q.difference <> 0 or q.amount <> 0 on conflict do nothing`,
  );
}
