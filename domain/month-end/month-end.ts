/** Month-end: which days count as one, and what a revaluation and an accrual post. */
import { sum, type Decimal } from '../decimal.ts';
import { invalid } from '../refusal.ts';
import { addDays } from '../days.ts';
import { mirrored, type Dimensions, type NewEntry, type NewLine } from '../journal/journal-entry.ts';
import { exchangeDifference } from '../journal/postings.ts';

/**
 * The day after month-end, when the entries are reversed. Refuses 400 unless `asOf` is the last day of a month and not
 * after today.
 */
export function dayAfterMonthEnd(asOf: string, today: string): string {
  const next = addDays(asOf, 1);
  if (!next.endsWith('-01')) throw invalid('as_of', 'month_end', 'as_of must be the last day of a month');
  if (asOf > today) throw invalid('as_of', 'range', `as_of must not be after ${today}`);
  return next;
}

/** How much a revaluation changes what one party owes or is owed, in base currency. */
export interface Revalued {
  side: 'receivable' | 'payable';
  party: Dimensions;
  moved: Decimal;
}

/** Control lines per party against one gain or loss line per side: amounts in base currency only. */
export function revaluationLines(
  revalued: readonly Revalued[],
  accounts: { ar: string; ap: string; fx_gain_loss: string },
  baseCurrency: string,
): NewLine[] {
  return (['receivable', 'payable'] as const).flatMap((side) => {
    const control = side === 'receivable' ? accounts.ar : accounts.ap;
    // A payable is on the credit side: an increase is a credit, and a loss.
    const sign = side === 'receivable' ? '1' : '-1';
    const lines = revalued
      .filter((one) => one.side === side)
      .flatMap(({ moved, party }) => exchangeDifference(control, moved.times(sign), baseCurrency, party));
    const total = sum(lines.map(({ base }) => base));
    return [...lines, ...exchangeDifference(accounts.fx_gain_loss, total.times('-1'), baseCurrency, {})];
  });
}

/** The accrued revenue of one billing item of a merchant, now or as previously accrued. */
export interface Accrued extends Dimensions {
  account_id: string;
  currency: string;
  exchange_rate: Decimal;
  amount: Decimal;
  base: Decimal;
  memo: string;
}

/** Each item is a balanced pair, unbilled receivables against revenue, so that no pair's amounts depend on another. */
export function accrualLines(accrued: readonly Accrued[], unbilledAccount: string): NewLine[] {
  const lines = accrued.map((line) => ({ ...line, account_id: unbilledAccount }));
  return [...lines, ...mirrored(accrued)];
}

/** The unrealized gain: receivables increase or payables decrease. */
export function gainOf(receivable: Decimal, payable: Decimal): Decimal {
  return receivable.minus(payable);
}

/** An entry on the last day of the month and its reversal on the day after. */
export function withReversal(entry: NewEntry & { id: string }, reversalId: string, on: string): NewEntry[] {
  return [
    entry,
    {
      ...entry,
      id: reversalId,
      event: 'reverse',
      entryDate: on,
      description: `Reversal: ${entry.description}`,
      reversesId: entry.id,
      lines: mirrored(entry.lines),
    },
  ];
}
