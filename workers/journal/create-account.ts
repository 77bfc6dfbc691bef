/** Adds an account to the chart. */
import { v7 as uuidv7 } from 'uuid';
import { checkParent, insertAccount } from '../../db/journal/accounts.write.ts';
import { assertSubtype } from '../../domain/journal/chart.ts';
import type { accountCommands } from '../../queues/journal/accounts.ts';
import type { Handler } from '../handler.ts';

export const createAccount: Handler<typeof accountCommands.createAccount> = async (
  { tx, organizationId, emit },
  input,
) => {
  const id = uuidv7();
  assertSubtype(input.type, input.subtype);
  await checkParent(tx, organizationId, { id, type: input.type, parentId: input.parent_id ?? null });
  await insertAccount(tx, organizationId, { ...input, id });
  emit({ type: 'account.created', subject_type: 'account', subject_id: id });
  return { id };
};
