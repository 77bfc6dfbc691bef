/** Changes an account. One that was posted to keeps its type and currency; system accounts stay active. */
import { changeAccount, checkParent, hasJournalLines, lockAccount } from '../../db/journal/accounts.write.ts';
import { assertSubtype } from '../../domain/journal/chart.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { accountCommands } from '../../queues/journal/accounts.ts';
import type { Handler } from '../engine/handler.ts';

export const updateAccount: Handler<typeof accountCommands.updateAccount> = async ({ tx, emit }, input) => {
  const { account_id: id, ...changes } = input;
  const account = await lockAccount(tx, id);
  const {
    type = account.type,
    subtype = account.subtype,
    currency = account.currency,
    is_active: isActive,
  } = changes;
  const parentId = changes.parent_id === undefined ? account.parent_id : changes.parent_id;
  assertSubtype(type, subtype);
  const isFrozenFactChanged = type !== account.type || currency !== account.currency;
  if (isFrozenFactChanged && (account.system_key !== null || (await hasJournalLines(tx, account.id)))) {
    throw new Refusal(
      'ACCOUNT_IN_USE',
      `Type and currency of account ${account.code} are fixed because it has postings.`,
    );
  }
  if (isActive === false && account.system_key !== null) {
    throw new Refusal(
      'ACCOUNT_IN_USE',
      `Account ${account.code} is the one postings use for ${account.system_key}.`,
    );
  }
  await checkParent(tx, { id: account.id, type, parentId });
  await changeAccount(tx, account.id, changes);
  emit({ type: 'account.changed', subject_type: 'account', subject_id: account.id });
  return { id: account.id };
};
