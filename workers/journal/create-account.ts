/** Adds an account to the chart. */
import { checkParent, insertAccount } from '../../db/journal/accounts.write.ts';
import { newId } from '../../domain/new-id.ts';
import { assertSubtype } from '../../domain/journal/chart.ts';
import type { accountCommands } from '../../queues/journal/accounts.ts';
import type { Handler } from '../engine/handler.ts';

export const createAccount: Handler<typeof accountCommands.createAccount> = async ({ tx, emit }, input) => {
  const id = newId();
  assertSubtype(input.type, input.subtype);
  await checkParent(tx, { id, type: input.type, parentId: input.parent_id ?? null });
  await insertAccount(tx, { ...input, id });
  emit({ type: 'account.created', subject_type: 'account', subject_id: id });
  return { id };
};
