/** Posts manual entries, those that close a year among them, and, on request, their reversals on a later date. */
import {
  assertClosesYear,
  assertPostable,
  readAccounts,
  type Chart,
} from '../../db/journal/account-checks.read.ts';
import { readRulesOf, type Books } from '../../db/journal/books.read.ts';
import { enterBooks } from '../../db/journal/journal-locks.write.ts';
import { assertOpen, postTogether } from '../../db/journal/journal.write.ts';
import { readLineReferences } from '../../db/records.read.ts';
import { newId } from '../../domain/new-id.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import { mirrored, type NewEntry } from '../../domain/journal/journal-entry.ts';
import { manualLines } from '../../domain/journal/manual-entry.ts';
import { invalid, isGood, refusalOr } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { journalCommands } from '../../queues/journal/journal.ts';
import type { HandlerOfMany } from '../engine/handler.ts';

type PostManualEntry = typeof journalCommands.postManualEntry;
type Line = InputOf<PostManualEntry>['lines'][number];

const dimensions = {
  merchant_id: 'merchants',
  customer_id: 'customers',
  vendor_id: 'vendors',
  carrier_id: 'carriers',
  warehouse_id: 'warehouses',
};

export const postManualEntry: HandlerOfMany<PostManualEntry> = async (tx, asked) => {
  const lines = asked.flatMap(({ input }) => input.lines);
  // Sent at once and run in this order, so the accounts are read in the books.
  const [books, chart, rulesOf, assertNames] = await Promise.all([
    enterBooks(tx),
    readAccounts(
      tx,
      lines.map(({ account_id: id }) => id),
    ),
    readRulesOf(
      tx,
      asked.flatMap(({ input }) => input.currency ?? []),
    ),
    readLineReferences<keyof typeof dimensions>(tx, lines, dimensions),
  ]);
  const answers = asked.map(({ work, input }) =>
    refusalOr(() => {
      const planned = plan(input, { books, chart, rulesOf, assertNames });
      return { work, postedBy: work.actor.name, ...planned };
    }),
  );
  const good = answers.filter(isGood);
  if (good.length > 0) await postTogether(tx, good);
  for (const { work, id } of good)
    work.emit({ type: 'journal_entry.posted', subject_type: 'journal_entry', subject_id: id });
  return answers.map((one) => (isGood(one) ? { id: one.id } : one));
};

/** What the entries of a group are checked against. */
interface Facts {
  books: Books;
  chart: Chart;
  rulesOf: Awaited<ReturnType<typeof readRulesOf>>;
  assertNames(lines: readonly Line[]): void;
}

/** The entry and, on request, its reversal; or throws why not. */
function plan(
  input: InputOf<PostManualEntry>,
  { books, chart, rulesOf, assertNames }: Facts,
): { id: string; entries: NewEntry[] } {
  const { currency = books.baseCurrency, entry_date: entryDate = books.today, description } = input;
  const rules = currency === books.baseCurrency ? books.baseRules : rulesOf(books, currency);
  const rate = exchangeRate(currency, books.baseCurrency, input.exchange_rate);
  const lines = manualLines(input.lines, { currency, rate, rules, baseRules: books.baseRules });
  const uses = input.lines.map(({ account_id: accountId }, index) => ({
    accountId,
    path: `lines.${index}.account_id`,
    currency,
  }));
  assertPostable(chart.accounts, uses);
  if (input.closes_year) assertClosesYear(chart.accounts, uses);
  assertNames(input.lines);
  const id = newId();
  const entry: NewEntry = {
    id,
    sourceType: input.closes_year ? 'closing' : 'manual',
    sourceId: id,
    event: 'post',
    entryDate,
    description,
    lines,
  };
  const reverseOn = input.auto_reverse_on ?? null;
  if (reverseOn !== null && reverseOn < entryDate)
    throw invalid('auto_reverse_on', 'range', `auto_reverse_on must not be before ${entryDate}`);
  assertOpen(books.lockDate, reverseOn === null ? [entryDate] : [entryDate, reverseOn]);
  if (reverseOn === null) return { id, entries: [entry] };
  const reversal: NewEntry = {
    ...entry,
    id: newId(),
    event: 'reverse',
    entryDate: reverseOn,
    description: `Reversal: ${description}`,
    reversesId: id,
    lines: mirrored(lines),
  };
  return { id, entries: [entry, reversal] };
}
