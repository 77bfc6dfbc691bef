/** Deletes an account that was never posted to; the database's foreign keys refuse the rest. */
import {
  hasJournalLines,
  isReferenced,
  lockAccount,
  removeAccount,
} from '../../db/journal/accounts.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { accountCommands } from '../../queues/journal/accounts.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteAccount: Handler<typeof accountCommands.deleteAccount> = async ({ tx, emit }, input) => {
  const { id, code, system_key: systemKey } = await lockAccount(tx, input.account_id);
  if (systemKey !== null || (await hasJournalLines(tx, id)) || (await isReferenced(tx, id))) {
    throw new Refusal('ACCOUNT_IN_USE', `Account ${code} is in use; archive it with is_active instead.`);
  }
  await removeAccount(tx, id);
  emit({ type: 'account.deleted', subject_type: 'account', subject_id: id });
  return { id, deleted: true };
};
