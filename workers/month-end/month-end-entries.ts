/** The common beginning and end of every month-end posting. */
import { assertCurrencies } from '../../db/journal/currencies.read.ts';
import type { Books } from '../../db/journal/books.read.ts';
import { lockMonthEnd } from '../../db/journal/journal-locks.write.ts';
import { assertPeriodOpen, postEntries } from '../../db/journal/journal.write.ts';
import type { NewEntry } from '../../domain/journal/journal-entry.ts';
import { dayAfterMonthEnd } from '../../domain/month-end/month-end.ts';
import { ratesByCurrency, type CurrencyRate } from '../../domain/money/exchange-rate.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { Work } from '../engine/handler.ts';

/**
 * Checks the day and the rates, takes the organization's turn until commit, and returns the day of the reversal.
 * Refuses 400 for an invalid day or currency, 409 PERIOD_LOCKED when either day is locked.
 */
export async function openMonthEnd(
  { tx }: Pick<Work, 'tx' | 'organizationId'>,
  { baseCurrency, today }: Pick<Books, 'baseCurrency' | 'today'>,
  asOf: string,
  given: readonly CurrencyRate[],
): Promise<{ reversesOn: string; rates: Map<string, Decimal> }> {
  const reversesOn = dayAfterMonthEnd(asOf, today);
  const rates = ratesByCurrency(given, baseCurrency);
  await assertCurrencies(tx, [...rates.keys()]);
  await lockMonthEnd(tx);
  await assertPeriodOpen(tx, [asOf, reversesOn]);
  return { reversesOn, rates };
}

/** Posts the entries and emits an event for each. */
export async function postMonthEnd(
  { tx, organizationId, actor, emit }: Pick<Work, 'tx' | 'organizationId' | 'actor' | 'emit'>,
  entries: readonly NewEntry[],
): Promise<void> {
  const posted = await postEntries(tx, { organizationId, postedBy: actor.name }, entries);
  for (const id of posted)
    emit({ type: 'journal_entry.posted', subject_type: 'journal_entry', subject_id: id });
}
