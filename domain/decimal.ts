/**
 * Money and quantities are decimals, never floats. The database sends numerics as strings and they stay strings
 * until they are computed with (big.js) or shown (a JSON number, which is exact or refused).
 */
import BigJs from 'big.js';
import { Refusal } from './refusals.ts';

const Strict = BigJs();
// Strict: a JS number can never slip into a sum unseen; it has to pass through `decimal` below.
Strict.strict = true;

export type Decimal = BigJs;

/** A decimal from what JSON or the database gave. Numbers are read through their shortest text, as written. */
export function decimal(value: string | number): Decimal {
  return new Strict(String(value));
}

export const zero: Decimal = decimal(0);

export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero;
  for (const value of values) total = total.plus(value);
  return total;
}

// What every double carries: a text that is no longer is exact without another look.
const certainDigits = 15;

/** Whether the JSON number that stands for a decimal's text says the same decimal. */
export function isShownExactly(text: string): boolean {
  if (text.length <= certainDigits) return true;
  return decimal(Number(text)).eq(decimal(text));
}

/**
 * The JSON number of a decimal. Refuses 422 NUMBER_NOT_EXACT what no JSON number says: of the columns none, which the database sees
 * to; of sums, those that are too long.
 */
export function toJsonNumber(value: Decimal | string): number {
  const text = typeof value === 'string' ? value : value.toString();
  if (isShownExactly(text)) return Number(text);
  throw new Refusal(
    'NUMBER_NOT_EXACT',
    `The number ${text} has more digits than JSON carries exactly; ask for less of it at once.`,
    { number: text },
  );
}
