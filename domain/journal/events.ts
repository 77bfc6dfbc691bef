/** Events of the books: accounts and journal entries. */
import { eventKind } from '../event-kind.ts';
import { uuid } from '../event-fields.ts';

const about = { seenWith: ['accounting.view'] } as const;

export const journalEvents = {
  ...eventKind('account', about, { created: {}, changed: {}, deleted: {} }),
  ...eventKind('journal_entry', about, { posted: {}, reversed: { reversed_by: uuid() } }),
} as const;
