/** Posts a manual entry and, on request, its reversal on a later date. */
import { checkAccounts } from '../../db/journal/account-checks.read.ts';
import { readMoneyRules } from '../../db/journal/books.read.ts';
import { enterBooks } from '../../db/journal/journal-locks.write.ts';
import { postEntries } from '../../db/journal/journal.write.ts';
import { assertLineReferences } from '../../db/records.read.ts';
import { newId } from '../../domain/new-id.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import { mirrored, type NewEntry } from '../../domain/journal/journal-entry.ts';
import { manualLines } from '../../domain/journal/manual-entry.ts';
import { invalid } from '../../domain/refusal.ts';
import type { journalCommands } from '../../queues/journal/journal.ts';
import type { Handler } from '../engine/handler.ts';

const dimensions = {
  merchant_id: 'merchants',
  customer_id: 'customers',
  vendor_id: 'vendors',
  carrier_id: 'carriers',
  warehouse_id: 'warehouses',
};

export const postManualEntry: Handler<typeof journalCommands.postManualEntry> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const books = await enterBooks(tx, organizationId);
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
  await assertLineReferences<keyof typeof dimensions>(tx, organizationId, input.lines, dimensions);

  const id = newId();
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
      id: newId(),
      event: 'reverse',
      entryDate: reverseOn,
      description: `Reversal: ${description}`,
      reversesId: id,
      lines: mirrored(lines),
    });
  }
  await postEntries(tx, { organizationId, postedBy: actor.name }, entries);
  emit({ type: 'journal_entry.posted', subject_type: 'journal_entry', subject_id: id });
  return { id };
};
