/**
 * What the parts of a credit note are worth in the base currency, when it is at the rate of its invoice: of each line and
 * tax the share that is due by now, less what its issued credit notes took off before. The last one takes off the rest.
 */
import { zero, type Decimal } from '../decimal.ts';
import type { Part } from '../journal/postings.ts';
import type { MoneyRules } from '../money/money.ts';
import { shareDue } from '../money/splits.ts';

/** A line or a tax of an issued invoice, and what its issued credit notes take off it. Receivables positive. */
export interface PostedPart {
  amount: Decimal;
  base: Decimal;
  credited: Decimal;
  creditedBase: Decimal;
}

/** By `lineKey` and `taxKey`. */
export type PostedParts = ReadonlyMap<string, PostedPart>;

export const lineKey = (lineId: string): string => `line ${lineId}`;
export const taxKey = (code: string | null, rate: Decimal | null): string =>
  `tax ${code ?? ''} ${rate?.toFixed() ?? ''}`;

/**
 * The worth of each part that gives back one of the invoice's, undefined for one that names none or exceeds it; and what
 * is posted after them.
 */
export function worthOf(
  parts: readonly Part[],
  keyOf: (part: Part) => string | undefined,
  posted: PostedParts,
  baseRules: MoneyRules,
): { worth: (Decimal | undefined)[]; after: PostedParts } {
  const after = new Map(posted);
  const worth = parts.map((part) => {
    const key = keyOf(part);
    const whole = key === undefined ? undefined : after.get(key);
    if (key === undefined || !whole || whole.amount.eq(zero)) return undefined;
    if (part.amount.eq(zero)) return zero;
    const credited = whole.credited.plus(part.amount);
    const isAll = credited.eq(whole.amount);
    const isOtherSign = part.amount.lt(zero) !== whole.amount.lt(zero);
    if (!isAll && (isOtherSign || credited.abs().gt(whole.amount.abs()))) return undefined;
    const share = { part: credited, of: whole.amount, given: whole.creditedBase };
    const base = isAll ? whole.base.minus(whole.creditedBase) : shareDue(whole.base, share, baseRules);
    after.set(key, { ...whole, credited, creditedBase: whole.creditedBase.plus(base) });
    return base;
  });
  return { worth, after };
}
