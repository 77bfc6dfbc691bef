/**
 * Revalues open foreign-currency items at month-end: one entry per currency on the last day, and its reversal on the
 * day after, so that later payments still realize their full difference from the documents' own rates.
 */
import { readSystemAccounts } from '../../db/journal/books.read.ts';
import { enterBooks } from '../../db/journal/journal-locks.write.ts';
import {
  measureRevaluation,
  newestRevaluationEntries,
  type RevaluedParty,
} from '../../db/month-end/revaluations.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { NewEntry } from '../../domain/journal/journal-entry.ts';
import { gainOf, revaluationLines, withReversal } from '../../domain/month-end/month-end.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import type { monthEndCommands } from '../../queues/month-end/month-end.ts';
import type { Handler } from '../engine/handler.ts';
import { openMonthEnd, postMonthEnd } from './month-end-entries.ts';

export const revalueBalances: Handler<typeof monthEndCommands.revalueBalances> = async (work, input) => {
  const { tx, organizationId, actor } = work;
  const { as_of: asOf, dry_run: isDry = false } = input;
  const books = await enterBooks(tx);
  const { baseCurrency } = books;
  const { reversesOn, rates } = await openMonthEnd(work, books, asOf, input.rates);
  const context = { organizationId, postedBy: actor.name };
  const parties = await measureRevaluation(tx, context, { asOf, rates, isDry });

  const accounts = await readSystemAccounts(tx);
  const entries = [...rates].flatMap(([currency, rate]): NewEntry[] => {
    const moved = parties.filter((party) => party.currency === currency);
    const [first] = moved;
    if (!first?.revaluation_id) return [];
    const entry: NewEntry & { id: string } = {
      id: newId(),
      sourceType: 'fx_revaluation',
      sourceId: first.revaluation_id,
      event: 'revalue',
      entryDate: asOf,
      description: `Revaluation of ${currency} at ${rate.toFixed()}`,
      lines: revaluationLines(moved.map(asRevalued), accounts, baseCurrency),
    };
    return withReversal(entry, newId(), reversesOn);
  });
  if (!isDry) await postMonthEnd(work, entries);

  const newest = new Map((await newestRevaluationEntries(tx, asOf)).map((entry) => [entry.currency, entry]));
  const currencies = [...rates].map(([currency, rate]) => ({
    currency,
    rate: toJsonNumber(rate),
    ...summary(parties.filter((party) => party.currency === currency)),
    journal_entry_id: newest.get(currency)?.journal_entry_id ?? null,
    reversal_entry_id: newest.get(currency)?.reversal_entry_id ?? null,
  }));
  const unrated = parties.filter(({ revaluation_id: id, was_moved: wasMoved }) => id === null && !wasMoved);
  return {
    as_of: asOf,
    reverses_on: reversesOn,
    base_currency: baseCurrency,
    dry_run: isDry,
    changed: parties.some(({ moved }) => moved !== null && !decimal(moved).eq(zero)),
    currencies,
    without_rate: [...new Set(unrated.map(({ currency }) => currency))],
  };
};

function asRevalued({ side, party_type: type, party_id: id, moved }: RevaluedParty) {
  return { side, moved: decimal(moved!), party: { [`${type}_id`]: id } };
}

function summary(parties: readonly RevaluedParty[]) {
  const total = (
    side: RevaluedParty['side'],
    column: 'amount_due' | 'booked' | 'revalued' | 'moved',
  ): Decimal => sum(parties.filter((party) => party.side === side).map((party) => decimal(party[column]!)));
  const sideOf = (side: RevaluedParty['side']) => ({
    documents: parties.reduce((count, party) => count + (party.side === side ? party.documents : 0), 0),
    amount_due: toJsonNumber(total(side, 'amount_due')),
    booked: toJsonNumber(total(side, 'booked')),
    revalued: toJsonNumber(total(side, 'revalued')),
  });
  const unrealised = (side: RevaluedParty['side']): Decimal =>
    total(side, 'revalued').minus(total(side, 'booked'));
  return {
    receivable: sideOf('receivable'),
    payable: sideOf('payable'),
    gain: toJsonNumber(gainOf(unrealised('receivable'), unrealised('payable'))),
    posted: toJsonNumber(gainOf(total('receivable', 'moved'), total('payable', 'moved'))),
  };
}
