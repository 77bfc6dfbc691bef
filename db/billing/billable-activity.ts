/**
 * The activity of one event as a FROM item `a`: a view, or what the run computes itself (storage days, recurring fees).
 */
import { unitFactor } from '../../domain/billing/unit-factors.ts';
import { billingEvent } from '../../domain/rates/billing-events.ts';
import { every, name, sql, type SqlText } from '../sql-text.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';
import { storageActivity } from './storage-activity.ts';

/** As Postgres has them: a fee is due for a cycle that ends from this day on (`infinity` too), unless one of the absences holds it whole. */
export interface FeeDays {
  from: string;
  /** A multirange of days. */
  away: string;
}

/** Whether a cycle is one of them. */
export const isOfDays = (fees: FeeDays, start: SqlText, end: SqlText): SqlText =>
  sql`(${end} >= ${fees.from}::date and not daterange(${start}, ${end}, '[]') <@ ${fees.away}::datemultirange)`;

/** Which merchant and days a step rates, and the table it writes to. */
export interface RatingScope {
  organizationId: string;
  merchantId: string;
  runId: string;
  /** `charges`, or a preview's temporary table. */
  table: 'charges' | 'preview_charges';
  /** Inclusive. */
  from: string;
  to: string;
  /** An old period: of what was charged in it these sources alone are looked at again, and nothing new is charged. */
  againOnly?: readonly string[];
  /** Days that nobody looks at otherwise: of their activity these shares of freight bills alone are charged. */
  onlyShares?: readonly string[];
  /** Of other steps than those of a whole period any. */
  fees?: FeeDays;
}

/** Whether what is due without any activity for the line's cycle that ends on `day` is the merchant's to pay. */
export function isFeeOwed({ fees }: RatingScope, line: EffectiveLine, day: SqlText): SqlText {
  if (!fees) return sql`true`;
  const start = sql`billing_window_start(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, ${day})`;
  return isOfDays(fees, start, day);
}

/** Whether a charge `c` is of a source that is looked at. */
export function isLookedAt({ againOnly }: RatingScope): SqlText {
  return againOnly ? sql`c.source_id = any (${[...againOnly]}::uuid[])` : sql`true`;
}

type RuleBasis = Pick<BillingRuleRow, 'id' | 'event' | 'quantity_basis'>;

/** The merchant's rows within the days; `a.service_date` and `a.source_id` always exist. */
export function activityFrom(
  scope: RatingScope,
  rule: Pick<RuleBasis, 'id' | 'event'>,
  line?: EffectiveLine,
): SqlText {
  const { view, computed } = billingEvent(rule.event);
  if (view) return sql`${name(view)} a`;
  if (computed === 'storage' && line) return sql`(${storageActivity(scope, line)}) a`;
  if (computed === 'recurring' && line) return sql`(${recurringActivity(scope, rule.id, line)}) a`;
  throw new Error(`${rule.event} has no activity to read.`);
}

/** Whether the line prices activity of the event: storage needs its method, a percentage of the charges has none. */
export function hasActivity({ event }: Pick<RuleBasis, 'event'>, line?: EffectiveLine): boolean {
  const { view, computed } = billingEvent(event);
  if (view) return true;
  if (computed === 'storage') return Boolean(line?.storage_method);
  return computed === 'recurring' && line?.percent_basis !== 'charges_subtotal';
}

/**
 * The merchant's rows on the days in scope. The timestamp is bounded as well, because that is what the indexes are on.
 */
export function inScope(scope: RatingScope, rule: Pick<RuleBasis, 'event'>): SqlText {
  const days = sql`a.service_date between ${scope.from}::date and ${scope.to}::date`;
  if (!billingEvent(rule.event).view) return days;
  return every([
    sql`a.organization_id = ${scope.organizationId}::uuid`,
    sql`a.merchant_id = ${scope.merchantId}::uuid`,
    ...(scope.onlyShares ? [sql`a.source_id = any (${[...scope.onlyShares]}::uuid[])`] : []),
    // A day in any time zone lies between the UTC day before and the UTC day after it.
    sql`a.occurred_at >= (${scope.from}::date - 1)::timestamp at time zone 'UTC'`,
    sql`a.occurred_at < (${scope.to}::date + 2)::timestamp at time zone 'UTC'`,
    days,
  ]);
}

/** The day a row of activity is judged by, unless it keeps that of its first charge. */
export const ownDay = sql`a.service_date`;

/** The dates and match fields of a line. */
function matchOf(line: EffectiveLine, day: SqlText): SqlText {
  const days = sql`${day} between ${line.valid_from}::date and ${line.valid_to}::date`;
  return every([days, matchesIn(line)]);
}

/** The match fields of a line, at whatever time. */
export function matchesIn(line: EffectiveLine): SqlText {
  const parts: SqlText[] = [];
  if (line.sheet_warehouse_id) parts.push(sql`a.warehouse_id = ${line.sheet_warehouse_id}::uuid`);
  if (line.match_warehouse_id) parts.push(sql`a.warehouse_id = ${line.match_warehouse_id}::uuid`);
  if (line.match_storage_class) parts.push(sql`a.storage_class = ${line.match_storage_class}`);
  if (line.match_item_class) parts.push(sql`a.item_class = ${line.match_item_class}`);
  if (line.match_carrier_code) parts.push(sql`a.carrier_code = ${line.match_carrier_code}`);
  return every(parts);
}

/**
 * Whether the line is the most specific one for the row on that day: it matches, and none of the item's earlier lines
 * does.
 */
export function linePredicate(
  line: EffectiveLine,
  ofItem: readonly EffectiveLine[],
  day: SqlText = ownDay,
): SqlText {
  const nearer = linesBefore(line, ofItem);
  return every([matchOf(line, day), ...nearer.map((other) => sql`(${matchOf(other, day)}) is not true`)]);
}

/** The lines of its item that are tried before it. */
export function linesBefore(line: EffectiveLine, ofItem: readonly EffectiveLine[]): readonly EffectiveLine[] {
  return ofItem.slice(
    0,
    ofItem.findIndex(({ id }) => id === line.id),
  );
}

/** Which column the line bills: its own cost basis, or the rule's quantity basis. */
export function basisOf(rule: Pick<RuleBasis, 'event' | 'quantity_basis'>, line: EffectiveLine): string {
  if (billingEvent(rule.event).computed) return 'quantity';
  if (line.pricing_model === 'flat') return 'document';
  if (line.percent_basis === 'order_value') return 'order_value';
  if (line.percent_basis === 'carrier_cost' || line.pricing_model === 'cost_plus') return 'cost';
  return rule.quantity_basis;
}

/** The billed quantity of a row, null where the row lacks the dimension; undefined when the units do not convert. */
export function quantitySql(basis: string, line: EffectiveLine): SqlText | undefined {
  const factor = unitFactor(basis, line.uom);
  if (factor === undefined) return undefined;
  const column = name(`a.${basis}`);
  return factor === '1' ? column : sql`round(${column} * ${factor}::numeric, 6)`;
}

const measuredBases = new Set(['cartons', 'pallets', 'weight_kg', 'volume_cbm']);

/** Whether a quantity is what the activity's units measure: an item that is measured anew changes it. */
export function isMeasured(basis: string, { storage_basis: stored }: EffectiveLine): boolean {
  return measuredBases.has(basis) || (stored !== null && stored !== 'unit' && stored !== 'location');
}

/** Costs are billed in the currency they were paid in. */
export function currencyPredicate(basis: string, line: EffectiveLine): SqlText {
  return basis === 'cost' || basis === 'order_value' ? sql`a.cost_currency = ${line.currency}` : sql`true`;
}

/** What was charged stays, whatever becomes of its merchant. */
function recurringActivity(scope: RatingScope, ruleId: string, line: EffectiveLine): SqlText {
  const { organizationId, merchantId, from, to } = scope;
  const sourceId = sql`md5(${`${merchantId}|recurring|${ruleId}`}::text)::uuid`;
  return sql`select 'period' as source_type, ${sourceId} as source_id,
      billing_window_start(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, d::date)::text as source_ref,
      null::uuid as document_id, ${line.sheet_warehouse_id}::uuid as warehouse_id, d::date as service_date,
      1::numeric as quantity, null::numeric as units, null::text as storage_class, null::text as item_class, null::text as carrier_code
    from generate_series(${from}::date, ${to}::date, interval '1 day') d
   where billing_window_end(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, d::date) = d::date
     and (${isFeeOwed(scope, line, sql`d::date`)} or exists (
           select 1 from charges c where c.organization_id = ${organizationId}::uuid and c.source_id = ${sourceId}
              and c.service_date = d::date))`;
}
