/** A document that is issued or approved is worth something, or nothing: less than that is the opposite kind. */
import { withCapitalArticle } from '../article.ts';
import { zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

/** Refuses 400 NEGATIVE_TOTAL. */
export function assertNotNegative(kind: string, amount: Decimal): void {
  if (!amount.lt(zero)) return;
  const total = amount.toFixed();
  const message = `${withCapitalArticle(kind.replace('_', ' '))} cannot total ${total}: enter the opposite kind of document instead.`;
  throw new Refusal('NEGATIVE_TOTAL', message, { total });
}
