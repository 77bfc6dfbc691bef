/** The month's end: which days are one, and what a revaluation and an accrual post on it. */
import { decimal, sum, type Decimal } from '../decimal.ts';
import { invalid } from '../refusals.ts';
import { addDays } from '../days.ts';
import { mirrored, type Dimensions, type NewEntry, type NewLine } from '../journal/journal-entry.ts';
import { exchangeDifference } from '../journal/postings.ts';

/** The day after, on which what was posted is taken back. 400 unless `asOf` is the last day of a month, not after today. */
export function dayAfterMonthEnd(asOf: string, today: string): string {
  const next = addDays(asOf, 1);
  if (!next.endsWith('-01')) throw invalid('as_of', 'month_end', 'as_of must be the last day of a month');
  if (asOf > today) throw invalid('as_of', 'range', `as_of must not be after ${today}`);
  return next;
}

/** The rates by currency. 400 for a currency named twice, or the base currency, whose rate is always 1. */
export function ratesByCurrency(
  rates: readonly { currency: string; rate: number }[],
  baseCurrency: string,
): Map<string, Decimal> {
  const byCurrency = new Map<string, Decimal>();
  for (const [index, { currency, rate }] of rates.entries()) {
    const path = `rates.${index}.currency`;
    if (currency === baseCurrency)
      throw invalid(path, 'not_allowed', `${currency} is the base currency of the books`);
    if (byCurrency.has(currency)) throw invalid(path, 'unique', `${currency} is given twice`);
    byCurrency.set(currency, decimal(rate));
  }
  return byCurrency;
}

/** By how much a revaluation moves what one party owes or is owed, in the base currency. */
export interface Revalued {
  side: 'receivable' | 'payable';
  party: Dimensions;
  moved: Decimal;
}

/** Control lines per party against one line of gain or loss per side: they exist in the base currency only. */
export function revaluationLines(
  revalued: readonly Revalued[],
  accounts: { ar: string; ap: string; fx_gain_loss: string },
  baseCurrency: string,
): NewLine[] {
  return (['receivable', 'payable'] as const).flatMap((side) => {
    const control = side === 'receivable' ? accounts.ar : accounts.ap;
    // What we owe stands on the credit side: more of it is a credit, and a loss.
    const sign = side === 'receivable' ? '1' : '-1';
    const lines = revalued
      .filter((one) => one.side === side)
      .flatMap(({ moved, party }) => exchangeDifference(control, moved.times(sign), baseCurrency, party));
    const total = sum(lines.map(({ base }) => base));
    return [...lines, ...exchangeDifference(accounts.fx_gain_loss, total.times('-1'), baseCurrency, {})];
  });
}

/** What one billing item of a merchant is worth, now or as it stood accrued before. */
export interface Accrued extends Dimensions {
  account_id: string;
  currency: string;
  exchange_rate: Decimal;
  amount: Decimal;
  base: Decimal;
  memo: string;
}

/** Each in a pair of its own, unbilled receivable against revenue: what a pair is worth never depends on its neighbors. */
export function accrualLines(accrued: readonly Accrued[], unbilledAccount: string): NewLine[] {
  const lines = accrued.map((line) => ({ ...line, account_id: unbilledAccount }));
  return [...lines, ...mirrored(accrued)];
}

/** The unrealised gain: receivables grow or payables shrink. */
export function gainOf(receivable: Decimal, payable: Decimal): Decimal {
  return receivable.minus(payable);
}

/** An entry of the month's last day and its mirror on the day after. */
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
