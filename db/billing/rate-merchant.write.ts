/** Rates one merchant's days in the order a run does: rules by priority, lines most specific first. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { RatingScope } from './billable-activity.ts';
import { rulesOfMerchant, type BillingRuleRow } from '../rates/billing-rules.read.ts';
import { effectiveLines, type EffectiveLine } from '../rates/effective-rates.read.ts';
import { pastLines } from './line-succession.ts';
import { isRatedAsItHappens, rateNew, type Rates } from './rate-activity.write.ts';
import { rerateVolume } from './rate-changes.write.ts';
import { chargeMinimum, chargeSubtotal, chargeSurcharges, isOfAllCharges } from './rate-period.write.ts';
import { waiveCreditsOfWaived } from './waived-credits.write.ts';

export async function loadRates(
  tx: TenantTransaction,
  scope: RatingScope,
  tryingSheetId: string | null,
): Promise<Rates> {
  const { organizationId, merchantId, from, to } = scope;
  return {
    rules: await rulesOfMerchant(tx, merchantId),
    lines: await effectiveLines(tx, { organizationId, merchantId, from, to, tryingSheetId }),
  };
}

type Wanted = (rule: BillingRuleRow, line: EffectiveLine) => boolean;

async function rateWhere(
  tx: TenantTransaction,
  scope: RatingScope,
  { rules, lines }: Rates,
  wanted: Wanted,
): Promise<number> {
  let count = 0;
  for (const rule of rules) {
    if (rule.effect !== 'charge') continue;
    const ofItem = lines.filter((line) => line.billing_item_id === rule.billing_item_id);
    for (const line of ofItem) {
      if (wanted(rule, line)) count += await rateNew(tx, scope, rule, rules, line, ofItem);
    }
  }
  return count;
}

/** Rates events that do not have to wait for the end of the period. */
export function rateEvents(tx: TenantTransaction, scope: RatingScope, rates: Rates): Promise<number> {
  return rateWhere(tx, scope, rates, ({ event }, line) => !isComputed(event) && isRatedAsItHappens(line));
}

export function rateStorage(tx: TenantTransaction, scope: RatingScope, rates: Rates): Promise<number> {
  return rateWhere(tx, scope, rates, ({ event }) => event === 'inventory.stored');
}

/** Rates shares of freight bills: those of the scope, whatever their model. */
export function rateShares(tx: TenantTransaction, scope: RatingScope, rates: Rates): Promise<number> {
  return rateWhere(tx, scope, rates, ({ event }, line) => event === 'freight.split' && !isOfAllCharges(line));
}

function isComputed(event: string): boolean {
  return event === 'inventory.stored' || event === 'period.recurring';
}

/** Volume prices and recurring fees. */
async function rateOfPeriod(tx: TenantTransaction, scope: RatingScope, rates: Rates): Promise<number> {
  const byVolume = await rateWhere(
    tx,
    scope,
    rates,
    ({ event }, line) => !isComputed(event) && line.pricing_model === 'volume',
  );
  return byVolume + (await rateWhere(tx, scope, rates, ({ event }) => event === 'period.recurring'));
}

/**
 * Rates what needs the whole period: volume prices, recurring fees, minimums, surcharges and percentages of the total.
 */
export async function ratePeriod(
  tx: TenantTransaction,
  scope: RatingScope,
  rates: Rates,
): Promise<{ created: number; adjusted: number }> {
  const { rules, lines } = rates;
  let created = scope.againOnly ? 0 : await rateOfPeriod(tx, scope, rates);
  let adjusted = 0;
  for (const rule of rules) {
    for (const line of lines) {
      if (rule.billing_item_id === line.billing_item_id)
        adjusted += await rerateVolume(tx, scope, rule.id, line);
    }
  }
  const past = await pastLines(tx, scope, lines);
  for (const { rule_id: ruleId, line } of past) adjusted += await rerateVolume(tx, scope, ruleId, line);
  const charging = new Set(rules.map((rule) => rule.billing_item_id));
  const ended = [...new Map(past.map(({ line }) => [line.id, line])).values()];
  const bound = async (wanted: (line: EffectiveLine) => boolean): Promise<void> => {
    // Before the maximums, which cut only what is billed.
    await waiveCreditsOfWaived(tx, scope);
    const [some, gone] = [lines.filter(wanted), ended.filter(wanted)];
    for (const line of some)
      if (charging.has(line.billing_item_id)) created += await chargeMinimum(tx, scope, line, lines);
    for (const line of gone) created += await chargeMinimum(tx, scope, line, lines, { isPast: true });
    // Those of minimums; and before the surcharges, which leave out what is waived.
    await waiveCreditsOfWaived(tx, scope);
    for (const line of [...some, ...gone]) created += await chargeSurcharges(tx, scope, line);
  };
  await bound((line) => !isOfAllCharges(line));
  for (const rule of rules) {
    for (const line of lines) {
      if (rule.billing_item_id === line.billing_item_id)
        created += await chargeSubtotal(tx, scope, rule, line, lines);
    }
  }
  for (const { rule_id: id, line } of past) {
    const rule = rules.find((one) => one.id === id);
    if (rule) created += await chargeSubtotal(tx, scope, rule, line, lines, { isPast: true });
  }
  await bound(isOfAllCharges);
  return { created, adjusted };
}

/** Marks freight splits that now have their charge. */
export async function markRebilled(tx: TenantTransaction, scope: RatingScope): Promise<void> {
  await execute(
    tx,
    sql`update bill_line_splits s set rebill_status = 'charged'
      where s.organization_id = ${scope.organizationId} and s.merchant_id = ${scope.merchantId} and s.rebill_status = 'pending'
        and exists (select 1 from charges c where c.organization_id = s.organization_id and c.source_id = s.id)`,
  );
}
