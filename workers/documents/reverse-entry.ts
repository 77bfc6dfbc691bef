/** Reverses a manual or year-end closing entry, once. Entries posted by documents are reversed by the document itself. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { readEntryLines } from '../../db/documents/open-items.write.ts';
import { lockEntry } from '../../db/journal/journal-locks.write.ts';
import { postEntry } from '../../db/journal/journal.write.ts';
import { withArticle } from '../../domain/article.ts';
import { newId } from '../../domain/new-id.ts';
import { mirrored } from '../../domain/journal/journal-entry.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { journalCommands } from '../../queues/journal/journal.ts';
import type { Handler } from '../engine/handler.ts';

export const reverseEntry: Handler<typeof journalCommands.reverseEntry> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const entry = await lockEntry(tx, input.entry_id);
  const { entry_no: no } = entry;
  if (entry.source_type === 'fx_revaluation' || entry.source_type === 'accrual') {
    const message = `${no} is taken back on the day after; a month end sent again posts what is different.`;
    throw new Refusal('NOT_REVERSIBLE', message);
  }
  if (entry.source_type !== 'manual' && entry.source_type !== 'closing') {
    throw new Refusal(
      'NOT_REVERSIBLE',
      `${no} belongs to ${withArticle(entry.source_type)}: void or reverse that instead.`,
    );
  }
  if (entry.reverses_id !== null)
    throw new Refusal('NOT_REVERSIBLE', `${no} is itself a reversal; post a new entry instead.`);
  if (entry.reversed_by !== null) {
    throw new Refusal('ALREADY_REVERSED', `${no} was reversed by ${entry.reversed_by}.`, {
      reversed_by: entry.reversed_by,
    });
  }
  const { lockDate, today } = await readAccountingSettings(tx);
  const isOpen = lockDate === null || entry.entry_date > lockDate;
  const entryDate = input.entry_date ?? (isOpen ? entry.entry_date : today);
  if (entryDate < entry.entry_date)
    throw invalid('entry_date', 'range', `entry_date must not be before ${entry.entry_date}`);
  const id = newId();
  await postEntry(
    tx,
    { organizationId, postedBy: actor.name },
    {
      id,
      sourceType: entry.source_type,
      sourceId: entry.id,
      event: 'reverse',
      entryDate,
      description: `Reversal of ${no}: ${input.reason}`,
      reversesId: entry.id,
      lines: mirrored((await readEntryLines(tx, [entry.id])).get(entry.id)!),
    },
  );
  emit({
    type: 'journal_entry.reversed',
    subject_type: 'journal_entry',
    subject_id: entry.id,
    data: { reversed_by: id },
  });
  return { id };
};
