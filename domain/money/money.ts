/** Exact money: decimals in a currency, rounded once per line in the organization's rounding mode, never floats. */
import { decimal, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

export type RoundingMode = 'half_up' | 'half_even';

/** How amounts of one currency are rounded. */
export interface MoneyRules {
  /** Decimals of the currency: 2 for USD, 0 for JPY, 3 for KWD. */
  exponent: number;
  mode: RoundingMode;
}

// big.js numbers its modes; its half up rounds away from zero, as Postgres' round() does.
const bigModes = { half_up: 1, half_even: 2 } as const;

/** Rounds to the currency's decimals. The SQL function round_money gives the same result for every value. */
export function roundMoney(value: Decimal, { exponent, mode }: MoneyRules): Decimal {
  return value.round(exponent, bigModes[mode]);
}

/** Quantity times price, rounded once: the amount of a line. */
export function lineAmount(quantity: Decimal, unitPrice: Decimal, rules: MoneyRules): Decimal {
  return roundMoney(quantity.times(unitPrice), rules);
}

/** The amount, or 400 AMOUNT_PRECISION when it has more decimals than its currency. */
export function exactMoney(
  value: number | string,
  path: string,
  currency: string,
  exponent: number,
): Decimal {
  const amount = decimal(value);
  if (!amount.eq(amount.round(exponent, 0))) {
    const message = `${path} has more decimals than ${currency} has (${exponent}).`;
    throw new Refusal('AMOUNT_PRECISION', message, { path, currency, decimals: exponent });
  }
  return amount;
}

/**
 * Converts amounts to base currency so that they add up exactly to the rounded total: each is the difference of two
 * rounded running totals. Rounding is monotone, so no part changes sign.
 */
export function convertExactly(amounts: readonly Decimal[], rate: Decimal, baseRules: MoneyRules): Decimal[] {
  let running = zero;
  let converted = zero;
  return amounts.map((amount) => {
    running = running.plus(amount);
    const next = roundMoney(running.times(rate), baseRules);
    const part = next.minus(converted);
    converted = next;
    return part;
  });
}
