/**
 * Handles sources that changed after they were charged: a difference is charged as the next revision, never as an edit.
 * The billed quantity is compared with what the source says today; a source that is gone (a voided freight bill) is
 * credited in full. Where the source's own fields selected the line (a carrier, a storage class) and have changed, it
 * is credited there and charged by the line that fits now.
 */
import { windowOf } from '../../domain/rates/rate-line.ts';
import {
  billingEvent,
  billingEvents,
  type BillingEventName,
  type QuantityBasis,
} from '../../domain/rates/billing-events.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { every, name, sql, type SqlText } from '../sql-text.ts';
import {
  activityFrom,
  hasActivity,
  isLookedAt,
  isMeasured,
  linePredicate,
  quantitySql,
  type RatingScope,
} from './billable-activity.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import { lineOfCharge, type EffectiveLine } from '../rates/effective-rates.read.ts';
import {
  chargeColumns,
  chargedPerWindow,
  isRatedAsItHappens,
  lostSources,
  measuredUnits,
  rateNew,
  windowKey,
  type Rates,
} from './rate-activity.write.ts';
import {
  clampChargeSql,
  cumulativeSql,
  hasChargeBounds,
  ownPriceSql,
  unitPriceSql,
  volumeUnitSql,
} from './rate-price.ts';
import { areExclusive, rulePredicate } from './rule-predicate.ts';
import { sourceHashSql } from './source-match.ts';

interface Charged {
  rule_id: string;
  rate_line_id: string;
  event: BillingEventName;
  basis: string;
  /** Columns that decided the match; null when none did. */
  matched: string[] | null;
}

/** Charges every difference on the days in scope. Returns how many. */
export async function rateChanges(tx: TenantTransaction, scope: RatingScope, rates: Rates): Promise<number> {
  const charged = await rows<Charged>(
    tx,
    sql`select distinct rule_id, rate_line_id, pricing ->> 'event' as event, pricing ->> 'basis' as basis, pricing -> 'matched' as matched from charges c
      where ${isLookedAt(scope)} and organization_id = ${scope.organizationId} and merchant_id = ${scope.merchantId} and service_date between ${scope.from}::date and ${scope.to}::date
        and rate_line_id is not null and kind in ('event', 'storage', 'adjustment') and not jsonb_exists(pricing, 'adjusts_revision')`,
  );
  let count = 0;
  for (const one of charged) {
    if (!Object.hasOwn(billingEvents, one.event)) continue;
    const line = await lineOfCharge(tx, one.rate_line_id);
    if (hasActivity(one, line))
      count += await chargeDifferences(tx, scope, one, line, fitsSql(one, line, rates));
  }
  return count + (await rateAgain(tx, scope, rates));
}

/** Charges sources that lost their line by the line that fits them now: of the same rule, or of another of its group. */
async function rateAgain(
  tx: TenantTransaction,
  scope: RatingScope,
  { rules, lines }: Rates,
): Promise<number> {
  const lost = await rows<{ rule_id: string }>(
    tx,
    sql`select distinct l.rule_id from (${lostSources(scope, sql`true`)}) l`,
  );
  let count = 0;
  for (const rule of rules.filter(({ id }) => lost.some((one) => one.rule_id === id))) {
    const ofItem = lines.filter((line) => line.billing_item_id === rule.billing_item_id);
    for (const line of ofItem) count += await rateNew(tx, scope, rule, rules, line, ofItem, 'again');
  }
  if (scope.againOnly) return count;
  const losing = await rulesOf(tx, lost);
  for (const rule of rules.filter(
    (one) => one.effect === 'charge' && losing.some((by) => areExclusive(by, one)),
  )) {
    const ofItem = lines.filter((line) => line.billing_item_id === rule.billing_item_id);
    for (const line of ofItem.filter(isRatedAsItHappens))
      count += await rateNew(tx, scope, rule, rules, line, ofItem);
  }
  return count;
}

async function rulesOf(
  tx: TenantTransaction,
  charged: readonly { rule_id: string }[],
): Promise<Pick<BillingRuleRow, 'id' | 'event' | 'exclusive_group'>[]> {
  if (charged.length === 0) return [];
  return rows(
    tx,
    sql`select id, event, exclusive_group from billing_rules
         where organization_id = ${tx.organizationId} and id = any (${charged.map((one) => one.rule_id)}::uuid[])`,
  );
}

/**
 * Whether a source whose own fields changed still matches the rule and the line, on the day it was charged: it keeps
 * that day, though it may have come back on a later one. Undefined when that cannot have
 * changed: no field was involved, or the rule or line is no longer in force, and what it charged stays.
 */
function fitsSql(charged: Charged, line: EffectiveLine, { rules, lines }: Rates): SqlText | undefined {
  const rule = rules.find(({ id }) => id === charged.rule_id);
  const ofItem = lines.filter((one) => one.billing_item_id === line.billing_item_id);
  const present = ofItem.find(({ id }) => id === line.id);
  if (!charged.matched || !rule || !present) return undefined;
  const day = sql`h.service_date`;
  return every([rulePredicate(rule, rules, day), linePredicate(present, ofItem, day)]);
}

async function chargeDifferences(
  tx: TenantTransaction,
  scope: RatingScope,
  charged: Charged,
  line: EffectiveLine,
  fits: SqlText | undefined,
): Promise<number> {
  const quantity = quantitySql(charged.basis, line);
  if (!quantity) return 0;
  const rule = { id: charged.rule_id, event: charged.event, quantity_basis: charged.basis as QuantityBasis };
  const isComputed = charged.basis === 'quantity';
  const { isOfDocument, expires } = billingEvent(charged.event);
  const found = isOfDocument ? sql`a.document_id = h.document_id and` : sql``;
  const belongs = isComputed
    ? sql`a.source_id = h.source_id and a.service_date = h.service_date`
    : sql`a.organization_id = ${scope.organizationId}::uuid and ${found} a.source_id = h.source_id`;
  const hash = sourceHashSql(charged.matched ?? []);
  // Judged again only when the source changed; a source that lost its line stays without one until then.
  const isFitting = fits ? sql`(${fits}) is true` : sql`true`;
  const fitting = sql`case when n.hash is not distinct from h.hash then not h.is_lost else n.is_fitting end`;
  // A source that lacks the dimension today (null) is no change; one that is gone counts as zero, unless it expired.
  const gone = expires ? sql`null` : sql`0`;
  const measured = isMeasured(charged.basis, line);
  const units = measured ? sql`max(a.units)` : sql`null::numeric`;
  const differences = sql`select d.*, d.present - d.had as delta from (
      select h.*, n.hash as present_hash, not (${fitting}) as loses, case when ${fitting} then n.quantity else 0 end as present,
             case when ${fitting} then n.units else 0 end as present_units
        from had h
        cross join lateral (select case when count(*) = 0 then ${gone} else max(${quantity}) end as quantity, max(${hash}::text)::uuid as hash, ${units} as units,
                                   coalesce(bool_or(${isFitting}), true) as is_fitting
                              from ${activityFrom(scope, rule, line)} where ${belongs}) n) d
     -- A third of an hour is stored with six decimals. What came back as another line's has nothing left to credit.
     where d.present is not null and (round(d.present, 6) is distinct from d.had or (d.loses and not d.is_lost))
       and not (${measured ? isMeasuredAnew(scope, charged) : sql`false`})`;
  const window = windowOf(line);
  const priced = window ? byWindow(scope, line, window) : byItself(line);
  // Once another line has charged the source again, further changes belong to that line.
  const isLatest = charged.matched
    ? sql`having not exists (select 1 from charges o where o.organization_id = ${scope.organizationId}::uuid and o.source_id = c.source_id
        and o.rule_id = ${charged.rule_id}::uuid and o.revision > max(c.revision))`
    : sql``;
  const lost = sql`case when q.loses then '{"lost": true}'::jsonb else '{}'::jsonb end`;
  const words = measured ? sql`${lost} || ${measuredUnits(sql`q.present_units`)}` : lost;
  return execute(
    tx,
    sql`insert into charges (${chargeColumns}, source_hash)
      with had as (
        select c.source_id, c.source_type, c.service_date, max(c.source_ref) as source_ref, max(c.document_id::text)::uuid as document_id,
               max(c.warehouse_id::text)::uuid as warehouse_id, sum(c.quantity) as had, sum(c.amount_precise) as amount,
               max(c.revision) as revision, (array_agg(c.pricing order by c.revision))[1] as pricing,
               (array_agg(c.source_hash order by c.revision desc))[1] as hash,
               (array_agg(jsonb_exists(c.pricing, 'lost') order by c.revision desc))[1] as is_lost,
               ((array_agg(c.pricing ->> 'units' order by c.revision desc) filter (where c.quantity <> 0))[1])::numeric as units
          from charges c where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
           and c.service_date between ${scope.from}::date and ${scope.to}::date and c.rule_id = ${charged.rule_id}::uuid
           and c.rate_line_id = ${line.id}::uuid and c.kind in ('event', 'storage', 'adjustment') and ${isLookedAt(scope)}
         group by c.source_id, c.source_type, c.service_date ${isLatest}),
      x as materialized (${differences}), ${priced.with}
      select ${adjustmentRow(scope, charged.rule_id, line, priced.amount, sql`q.delta`, priced.unitPrice, words)}, q.present_hash from q
       order by q.source_id on conflict do nothing`,
  );
}

/**
 * Whether a difference `d` is one of measures alone: as many units as before, by what their items measure today. What an issued
 * invoice bills keeps the measures it was billed by, whoever corrects an item since.
 */
function isMeasuredAnew({ organizationId }: RatingScope, { rule_id: ruleId }: Charged): SqlText {
  return sql`d.had <> 0 and not d.loses and d.units is not distinct from d.present_units and d.units is not null and exists (
      select 1 from charges c
        join invoice_charges x on x.organization_id = c.organization_id and x.charge_id = c.id and x.released_at is null
        join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id and i.status <> 'draft'
       where c.organization_id = ${organizationId}::uuid and c.source_id = d.source_id and c.rule_id = ${ruleId}::uuid
         and c.service_date = d.service_date and c.kind in ('event', 'storage', 'adjustment'))`;
}

interface Priced {
  with: SqlText;
  amount: SqlText;
  unitPrice: SqlText;
}

/** Today's price less what was charged. */
function byItself(line: EffectiveLine): Priced {
  const price = clampChargeSql(line, ownPriceSql(line, sql`q.present`));
  // A source that is gone owes nothing, not even a minimum.
  const amount = sql`case when q.present = 0 then 0 else ${price} end - q.amount`;
  return { with: sql`q as (select x.* from x)`, amount, unitPrice: unitPriceSql(line) };
}

/** The differences are appended to their windows, so that a window's charges still add up to F of its total. */
function byWindow(scope: RatingScope, line: EffectiveLine, window: 'document' | 'day' | 'period'): Priced {
  const key = windowKey(line, window, 'x');
  const joined = sql`base as (${chargedPerWindow(scope, line, window)}),
      q as (select x.*, coalesce(base.q, 0) + sum(x.delta) over (partition by ${key} order by x.service_date, x.source_id
                 rows unbounded preceding) as upto from x left join base on base.k = ${key})`;
  return { with: joined, amount: differenceInWindow(line), unitPrice: sql`null::numeric` };
}

function differenceInWindow(line: EffectiveLine): SqlText {
  // Volume: priced by the current total; rerateVolume then brings the whole window to one price.
  if (line.pricing_model === 'volume') return sql`round(q.delta * ${volumeUnitSql(line, sql`q.upto`)}, 10)`;
  const priceOf = (quantity: SqlText): SqlText =>
    sql`${cumulativeSql(line, sql`q.upto`)} - ${cumulativeSql(line, sql`(q.upto - ${quantity})`)}`;
  // If each charge has bounds of its own, the whole source is priced again: its earlier amount may be a bound, which
  // says nothing about its quantity. A source that is gone owes nothing.
  return hasChargeBounds(line)
    ? sql`case when q.present = 0 then 0 else ${clampChargeSql(line, priceOf(sql`q.present`))} end - q.amount`
    : priceOf(sql`q.delta`);
}

/** A revision from a row `q` with revision, pricing and the source's columns. */
function adjustmentRow(
  scope: RatingScope,
  ruleId: string,
  line: EffectiveLine,
  amount: SqlText,
  quantity: SqlText,
  unitPrice: SqlText,
  words: SqlText = sql`'{}'::jsonb`,
): SqlText {
  return sql`${scope.organizationId}::uuid, uuid7(), ${scope.merchantId}::uuid, ${line.billing_item_id}::uuid, ${ruleId}::uuid,
      q.source_id, q.document_id, q.warehouse_id, ${line.rate_sheet_id}::uuid, ${line.id}::uuid, ${scope.runId}::uuid, null::uuid,
      q.service_date, q.revision + 1, ${line.currency}, ${quantity}, ${unitPrice}, ${amount}, 'adjustment', q.source_type,
      ${line.uom}, q.source_ref, (q.pricing - 'lost') || jsonb_build_object('adjusts_revision', q.revision) || ${words}`;
}

/** Reprices the earlier charges of a volume line to the price its window's total now earns. */
export async function rerateVolume(
  tx: TenantTransaction,
  scope: RatingScope,
  ruleId: string,
  line: EffectiveLine,
): Promise<number> {
  const window = windowOf(line);
  if (line.pricing_model !== 'volume' || !window) return 0;
  const target = clampChargeSql(line, sql`round(h.quantity * ${volumeUnitSql(line, sql`t.q`)}, 10)`);
  return execute(
    tx,
    sql`insert into ${name(scope.table)} (${chargeColumns})
      with h as (
        select c.source_id, c.source_type, c.service_date, max(c.source_ref) as source_ref, max(c.document_id::text)::uuid as document_id,
               max(c.warehouse_id::text)::uuid as warehouse_id, sum(c.quantity) as quantity, sum(c.amount_precise) as amount,
               max(c.revision) as revision, (array_agg(c.pricing order by c.revision))[1] as pricing
          from ${name(scope.table)} c where c.organization_id = ${scope.organizationId}::uuid and c.merchant_id = ${scope.merchantId}::uuid
           and c.rule_id = ${ruleId}::uuid and c.rate_line_id = ${line.id}::uuid and c.kind in ('event', 'storage', 'adjustment')
           and c.service_date between ${scope.from}::date - 100 and ${scope.to}::date + 100
         group by c.source_id, c.source_type, c.service_date),
      t as (${chargedPerWindow(scope, line, window)}),
      q as (select h.*, case when h.quantity = 0 then 0 else ${target} end - h.amount as difference, t.q as total
              from h join t on t.k = ${windowKey(line, window, 'h')})
      select ${adjustmentRow(scope, ruleId, line, sql`q.difference`, sql`0`, volumeUnitSql(line, sql`q.total`))}
        from q where q.difference <> 0 order by q.source_id on conflict do nothing`,
  );
}
