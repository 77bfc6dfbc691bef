/**
 * Rates new activity: one statement per rule and rate line, from the event's view straight into charges. Activity that
 * has a charge is left out, and the unique key charge_once backs that up.
 */
import { billingEvent } from '../../domain/rates/billing-events.ts';
import { windowOf, type TierWindow } from '../../domain/rates/rate-line.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { every, name, sql, SqlText } from '../sql-text.ts';
import {
  activityFrom,
  basisOf,
  currencyPredicate,
  hasActivity,
  inScope,
  isLookedAt,
  isMeasured,
  linePredicate,
  quantitySql,
  type RatingScope,
} from './billable-activity.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';
import { clampChargeSql, cumulativeSql, ownPriceSql, unitPriceSql, volumeUnitSql } from './rate-price.ts';
import { linesInSuccession } from './line-succession.ts';
import { chargedByGroup, rulePredicate } from './rule-predicate.ts';
import { isPerCycle, unlessCycleCharged } from './storage-activity.ts';
import { matchedColumns, sourceHashSql } from './source-match.ts';

/** What a merchant's activity is priced by: rules in the order they are tried, and lines, most specific first. */
export interface Rates {
  rules: BillingRuleRow[];
  lines: EffectiveLine[];
}

export const chargeColumns =
  new SqlText(`organization_id, id, merchant_id, billing_item_id, rule_id, source_id, document_id,
  warehouse_id, rate_sheet_id, rate_line_id, run_id, parent_charge_id, service_date, revision, currency, quantity, unit_price,
  amount_precise, kind, source_type, uom, source_ref, pricing`);

// Names the index, so that only that one is checked before the insert.
const unlessCharged = sql`on conflict (organization_id, source_id, rule_id, service_date, revision, source_type) do nothing`;

/**
 * The statement itself leaves out what is already charged, and the merchant's lock keeps others away, so nothing can
 * collide; checking row by row would add a fifth to the insert's cost. Should a view list a source twice after all, the
 * unique key refuses and the statement runs again with the check.
 */
async function insertOnce(tx: TenantTransaction, insert: SqlText): Promise<number> {
  try {
    return await tx.transaction((savepoint) => execute(savepoint, insert));
  } catch (fault) {
    if ((fault as { code?: string }).code !== '23505') throw fault;
    return execute(tx, sql`${insert} ${unlessCharged}`);
  }
}

export const zeroId = '00000000-0000-0000-0000-000000000000';

/** What a charge was priced by: together with its quantity, enough to compute it again. */
export function pricingOf(
  rule: Pick<BillingRuleRow, 'event' | 'code'>,
  line: EffectiveLine,
  basis: string,
): Record<string, unknown> & { basis: string } {
  const { sheet_code: sheet, sheet_version: version, line_no: lineNo, pricing_model: model } = line;
  const asked = {
    rate: line.rate,
    first_qty: line.first_qty,
    additional_rate: line.additional_rate,
    package_size: line.package_size,
    percent: line.percent,
    percent_basis: line.percent_basis,
    tiers: line.tiers,
    window: windowOf(line),
    included_qty: line.included_qty,
    min_charge: line.min_charge,
    max_charge: line.max_charge,
    min_scope: line.min_charge || line.max_charge ? line.min_scope : null,
    storage_method: line.storage_method,
    storage_basis: line.storage_basis,
  };
  const said = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined);
  return {
    event: rule.event,
    rule: rule.code,
    basis,
    sheet,
    version,
    line_no: lineNo,
    model,
    ...Object.fromEntries(said),
  };
}

/** The text that identifies a line's window, over a row with document_id, source_id and service_date. */
export function windowKey(line: EffectiveLine, window: TierWindow, row: string): SqlText {
  const column = (of: string): SqlText => name(`${row}.${of}`);
  if (window === 'document') return sql`coalesce(${column('document_id')}, ${column('source_id')})::text`;
  if (window === 'day') return sql`${column('service_date')}::text`;
  return sql`billing_window_start(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, ${column('service_date')})::text`;
}

/**
 * Billed quantities per window: where the next event's tiers start. A cycle's tiers go on when its prices are revised.
 */
export function chargedPerWindow(scope: RatingScope, line: EffectiveLine, window: TierWindow): SqlText {
  const counted =
    window === 'period'
      ? sql`c.rate_line_id in (${linesInSuccession(scope, line)} and l.pricing_model = ${line.pricing_model})`
      : sql`c.rate_line_id = ${line.id}::uuid`;
  return sql`select ${windowKey(line, window, 'c')} as k, sum(c.quantity) as q from ${name(scope.table)} c
     where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
       and ${counted} and c.kind not in ('minimum', 'surcharge')
       and c.service_date between ${scope.from}::date - 100 and ${scope.to}::date + 100
     group by 1`;
}

/**
 * Sources that the rule charged, on whatever day, and that have lost their match since without finding another: their
 * last revision says so. An order released anew from another warehouse is charged on its new day.
 */
export function lostSources(scope: RatingScope, ruleId: SqlText): SqlText {
  return sql`select c.rule_id, c.source_id, c.revision from ${name(scope.table)} c
     where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid and ${ruleId} and ${isLookedAt(scope)}
       and c.kind = 'adjustment' and jsonb_exists(c.pricing, 'lost')
       and not exists (select 1 from ${name(scope.table)} o where o.organization_id = c.organization_id
                          and o.source_id = c.source_id and o.rule_id = c.rule_id and o.revision > c.revision)`;
}

/**
 * Which sources a line charges: those without a charge of the rule, or those that lost their line and match this one.
 */
export type Entry = 'new' | 'again';

/** The rows of the rule and line to charge, with their quantity; undefined when the units do not convert. */
export function newActivity(
  scope: RatingScope,
  rule: BillingRuleRow,
  rules: readonly BillingRuleRow[],
  line: EffectiveLine,
  ofItem: readonly EffectiveLine[],
  entry: Entry = 'new',
): SqlText | undefined {
  const basis = basisOf(rule, line);
  const quantity = quantitySql(basis, line);
  if (!quantity) return undefined;
  const conditions = every([
    inScope(scope, rule),
    rulePredicate(rule, rules),
    linePredicate(line, ofItem),
    currencyPredicate(basis, line),
    sql`${quantity} is not null`,
    ...(line.storage_method && !isPerCycle(line) ? [unlessCycleCharged(scope, line)] : []),
    ...unlessOfGroup(scope, rule),
  ]);
  const hash = sourceHashSql(matchedColumns(rule, rules, line, ofItem));
  const columns = sql`a.source_type, a.source_id, a.source_ref, a.document_id, a.warehouse_id, a.service_date,
      ${quantity} as quantity, ${hash} as source_hash${isMeasured(basis, line) ? sql`, a.units` : sql``}`;
  if (entry === 'again') {
    const lost = lostSources(scope, sql`c.rule_id = ${rule.id}::uuid`);
    return sql`select ${columns}, lost.revision + 1 as revision
      from ${activityFrom(scope, rule, line)} join (${lost}) lost on lost.source_id = a.source_id
     where ${conditions}`;
  }
  const itself = unlessChargedBy(
    scope,
    rule,
    sql`c.source_id = a.source_id and c.rule_id = ${rule.id}::uuid`,
  );
  return sql`select ${columns}, 0 as revision from ${activityFrom(scope, rule, line)}
     where ${every([conditions, itself])}`;
}

/** No rule of its exclusive group has charged the source, unless it lost that charge since. */
function unlessOfGroup(scope: RatingScope, rule: BillingRuleRow): SqlText[] {
  if (!rule.exclusive_group) return [];
  // A recurring fee has a source of its own for each rule.
  const source =
    rule.event === 'period.recurring'
      ? sql`c.merchant_id = ${scope.merchantId}::uuid and c.kind = 'recurring'`
      : sql`c.source_id = a.source_id`;
  const kept = sql`${chargedByGroup(scope, rule)} and (c.rule_id, c.source_id) not in
      (select l.rule_id, l.source_id from (${lostSources(scope, sql`true`)}) l)`;
  return [unlessChargedBy(scope, rule, sql`${source} and ${kept}`)];
}

/** No such charge was made: on the activity's own day, for what a run computes day by day. */
function unlessChargedBy(scope: RatingScope, { event }: BillingRuleRow, charge: SqlText): SqlText {
  const sameDay = billingEvent(event).computed ? sql`and c.service_date = a.service_date` : sql``;
  return sql`not exists (select 1 from ${name(scope.table)} c where c.organization_id = ${scope.organizationId}::uuid
                     and ${charge} ${sameDay})`;
}

/**
 * Rates the rule's activity with one line and returns the number of charges. Volume lines wait for the end of the
 * period.
 */
export async function rateNew(
  tx: TenantTransaction,
  scope: RatingScope,
  rule: BillingRuleRow,
  rules: readonly BillingRuleRow[],
  line: EffectiveLine,
  ofItem: readonly EffectiveLine[],
  entry: Entry = 'new',
): Promise<number> {
  if (!hasActivity(rule, line)) return 0;
  const activity = newActivity(scope, rule, rules, line, ofItem, entry);
  if (!activity) return 0;
  const window = windowOf(line);
  const kind = entry === 'again' ? 'adjustment' : (kinds[rule.event] ?? 'event');
  const matched = matchedColumns(rule, rules, line, ofItem);
  const pricing = {
    ...pricingOf(rule, line, basisOf(rule, line)),
    ...(matched.length > 0 ? { matched } : {}),
  };
  const words = sql`${JSON.stringify(pricing)}::jsonb`;
  const isOfUnits = isMeasured(pricing.basis, line);
  const row: RowWords = {
    kind,
    pricing: isOfUnits ? sql`${words} || ${measuredUnits(sql`q.units`)}` : words,
  };
  const statement = window
    ? insertByWindow(scope, rule, line, window, activity, row)
    : sql`insert into ${name(scope.table)} (${chargeColumns}, source_hash)
        select ${chargeRow(scope, rule, line, row, {
          unitPrice: unitPriceSql(line),
          amount: clampChargeSql(line, ownPriceSql(line, sql`q.quantity`)),
        })} from (${activity}) q order by q.source_id`;
  return insertOnce(tx, statement);
}

/** What a charge keeps of what it measured, where the activity has units. */
export const measuredUnits = (units: SqlText): SqlText =>
  sql`jsonb_strip_nulls(jsonb_build_object('units', ${units}))`;

/** What the charges of one statement have in common. */
interface RowWords {
  kind: string;
  pricing: SqlText;
}

function insertByWindow(
  scope: RatingScope,
  rule: BillingRuleRow,
  line: EffectiveLine,
  window: TierWindow,
  activity: SqlText,
  row: RowWords,
): SqlText {
  const isVolume = line.pricing_model === 'volume';
  const key = windowKey(line, window, 'x');
  const order = isVolume ? sql`` : sql`order by x.service_date, x.source_id rows unbounded preceding`;
  const unit = isVolume ? volumeUnitSql(line, sql`q.upto`) : sql`null::numeric`;
  const amount = isVolume
    ? sql`round(q.quantity * ${unit}, 10)`
    : sql`${cumulativeSql(line, sql`q.upto`)} - ${cumulativeSql(line, sql`(q.upto - q.quantity)`)}`;
  const slice = isVolume
    ? sql`jsonb_build_object('window_total', q.upto)`
    : sql`jsonb_build_object('from', q.upto - q.quantity, 'to', q.upto)`;
  return sql`insert into ${name(scope.table)} (${chargeColumns}, source_hash)
    with x as materialized (${activity}), base as (${chargedPerWindow(scope, line, window)}),
         q as (select x.*, coalesce(base.q, 0) + sum(x.quantity) over (partition by ${key} ${order}) as upto
                 from x left join base on base.k = ${key})
    select ${chargeRow(scope, rule, line, row, { unitPrice: unit, amount: clampChargeSql(line, amount), slice })}
      from q order by q.source_id`;
}

const kinds: Record<string, string> = { 'inventory.stored': 'storage', 'period.recurring': 'recurring' };

/** One charge from a row `q`, in the order of chargeColumns, with its source's fingerprint. */
function chargeRow(
  scope: RatingScope,
  rule: BillingRuleRow,
  line: EffectiveLine,
  { kind, pricing }: RowWords,
  { unitPrice, amount, slice }: { unitPrice: SqlText; amount: SqlText; slice?: SqlText },
): SqlText {
  return sql`${scope.organizationId}::uuid, uuid7(), ${scope.merchantId}::uuid, ${line.billing_item_id}::uuid, ${rule.id}::uuid,
      q.source_id, q.document_id, q.warehouse_id, ${line.rate_sheet_id}::uuid, ${line.id}::uuid, ${scope.runId}::uuid, null::uuid,
      q.service_date, q.revision, ${line.currency}, q.quantity, ${unitPrice}, ${amount}, ${kind},
      q.source_type, ${line.uom}, q.source_ref, ${slice ? sql`${pricing} || ${slice}` : pricing}, q.source_hash`;
}

/** Whether a line is rated event by event. Other lines need the whole window. */
export function isRatedAsItHappens(line: EffectiveLine): boolean {
  return line.pricing_model !== 'volume' && line.percent_basis !== 'charges_subtotal';
}
