/** Posts a manual entry, and its mirror on a later date when asked. */
import { v7 as uuidv7 } from 'uuid';
import { checkAccounts } from '../../db/accounting/account-checks.read.ts';
import { readBooks, readMoneyRules } from '../../db/accounting/books.read.ts';
import { postEntries } from '../../db/accounting/journal.write.ts';
import { exchangeRate } from '../../domain/accounting/exchange-rate.ts';
import { mirrored, type NewEntry } from '../../domain/accounting/journal-entry.ts';
import { manualLines } from '../../domain/accounting/manual-entry.ts';
import { invalid } from '../../domain/refusals.ts';
import type { journalCommands } from '../../queues/accounting/journal.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof journalCommands.postManualEntry> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const books = await readBooks(tx, organizationId);
  const { currency = books.baseCurrency, entry_date: entryDate = books.today, description } = input;
  const rules = await readMoneyRules(tx, books, currency);
  const rate = exchangeRate(currency, books.baseCurrency, input.exchange_rate);
  const lines = manualLines(input.lines, { currency, rate, rules, baseRules: books.baseRules });
  const uses = input.lines.map(({ account_id: accountId }, index) => ({
    accountId,
    path: `lines.${index}.account_id`,
    currency,
  }));
  await checkAccounts(tx, organizationId, uses);

  const id = uuidv7();
  const entry: NewEntry = {
    id,
    sourceType: 'manual',
    sourceId: id,
    event: 'post',
    entryDate,
    description,
    lines,
  };
  const entries = [entry];
  const reverseOn = input.auto_reverse_on ?? null;
  if (reverseOn !== null) {
    if (reverseOn < entryDate)
      throw invalid('auto_reverse_on', 'range', `auto_reverse_on must not be before ${entryDate}`);
    entries.push({
      ...entry,
      id: uuidv7(),
      event: 'reverse',
      entryDate: reverseOn,
      description: `Reversal: ${description}`,
      reversesId: id,
      lines: mirrored(lines),
    });
  }
  await postEntries(tx, { organizationId, postedBy: actor.name }, entries);
  tell({ type: 'journal_entry.posted', subject_type: 'journal_entry', subject_id: id });
  return { id };
};
