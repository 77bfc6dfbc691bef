/**
 * Money and quantities are decimals, never floats. The database sends numerics as strings and they stay strings
 * until they are computed with (big.js) or shown (a JSON number, exact because inputs are capped at 15 digits).
 */
import BigJs from 'big.js';

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

/** The JSON number of a decimal. Exact for at most 15 significant digits, which every column is capped to. */
export function toJsonNumber(value: Decimal | string): number {
  return Number(typeof value === 'string' ? value : value.toString());
}
