/**
 * Money and quantities are decimals, never floats. The database sends numerics as strings, and they stay strings until
 * they are computed with (big.js) or shown (as a JSON number, which is either exact or refused).
 */
import BigJs from 'big.js';
import { Refusal } from './refusal.ts';

const Strict = BigJs();
// In strict mode a JS number cannot slip into a sum unnoticed; it has to go through `decimal` below.
Strict.strict = true;

export type Decimal = BigJs;

/**
 * A decimal from a JSON or database value. Numbers are read from their shortest text, so they keep the value that was
 * written.
 */
export function decimal(value: string | number): Decimal {
  return new Strict(String(value));
}

export const zero: Decimal = decimal(0);

export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero;
  for (const value of values) total = total.plus(value);
  return total;
}

export const least = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

export const atLeastZero = (value: Decimal): Decimal => (value.gt(zero) ? value : zero);

// Every double carries this many digits exactly, so a shorter text needs no further check.
export const certainDigits = 15;

/** Whether the JSON number for a decimal's text has exactly the same value. */
export function isShownExactly(text: string): boolean {
  if (text.length <= certainDigits) return true;
  const read = Number(text);
  return Number.isFinite(read) && decimal(read).eq(decimal(text));
}

/**
 * The JSON number nearest to an unrounded amount. A charge keeps ten decimals, which together with its whole part may be
 * more digits than JSON carries; what is invoiced of it is rounded to cents anyway.
 */
export function nearestJsonNumber(text: string): number {
  return isShownExactly(text) ? Number(text) : Number(decimal(text).toPrecision(certainDigits));
}

/**
 * The JSON number for a decimal. Refuses 422 NUMBER_NOT_EXACT for a value no JSON number can carry. Stored columns
 * never hold one, which the database enforces; only a very long sum can be refused.
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
