/** The handlers of accounts and the journal. */
import type { accountCommands } from '../../queues/journal/accounts.ts';
import type { journalCommands } from '../../queues/journal/journal.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { createAccount } from './create-account.ts';
import { deleteAccount } from './delete-account.ts';
import { postManualEntry } from './post-manual-entry.ts';
import { reverseEntry } from '../documents/reverse-entry.ts';
import { updateAccount } from './update-account.ts';

export const journalHandlers: HandlersOf<typeof accountCommands & typeof journalCommands> = {
  createAccount,
  deleteAccount,
  postManualEntry,
  reverseEntry,
  updateAccount,
};
