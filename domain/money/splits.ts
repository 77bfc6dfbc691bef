/** Splits money into shares without losing a cent. */
import { atLeastZero, least, sum, zero, type Decimal } from '../decimal.ts';
import { roundMoney, type MoneyRules } from './money.ts';

export interface Split {
  amount: Decimal;
  /** The part's share of the whole, to ten decimals: kept as evidence. */
  share: Decimal;
}

/**
 * Splits `total` in proportion to `weights` (none negative, at least one positive). Each part is the difference of two
 * rounded running totals, so the parts add up exactly and none is off by as much as one unit of the currency's smallest
 * denomination.
 */
export function splitExactly(total: Decimal, weights: readonly Decimal[], rules: MoneyRules): Split[] {
  const whole = sum(weights);
  if (weights.some((weight) => weight.lt(zero)) || !whole.gt(zero)) {
    throw new Error('Shares to split by must not be negative, and not all zero.');
  }
  let running = zero;
  let given = zero;
  return weights.map((weight) => {
    running = running.plus(weight);
    // The last running total is the total itself, so no division error is left.
    const next = running.eq(whole) ? total : roundMoney(total.times(running).div(whole), rules);
    const amount = next.minus(given);
    given = next;
    return { amount, share: weight.div(whole).round(10, 1) };
  });
}

/**
 * What is due now of a whole, when `part` of `of` shall have been given and `given` was given already: never more than is
 * left, and nothing back. A whole below zero is given in amounts below zero.
 */
export function shareDue(
  whole: Decimal,
  { part, of, given }: { part: Decimal; of: Decimal; given: Decimal },
  rules: MoneyRules,
): Decimal {
  const isAll = part.abs().gte(of.abs());
  const total = isAll ? whole : roundMoney(whole.times(part).div(of), rules);
  const sign = whole.lt(zero) ? '-1' : '1';
  const left = whole.minus(given).times(sign);
  return least(atLeastZero(total.minus(given).times(sign)), atLeastZero(left)).times(sign);
}
