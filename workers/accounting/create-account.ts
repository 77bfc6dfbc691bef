/** Adds an account to the chart. */
import { v7 as uuidv7 } from 'uuid';
import { checkParent } from '../../db/accounting/accounts.write.ts';
import { assertSubtype } from '../../domain/accounting/chart.ts';
import type { accountCommands } from '../../queues/accounting/accounts.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof accountCommands.createAccount> = async (
  { tx, organizationId, tell },
  input,
) => {
  const id = uuidv7();
  assertSubtype(input.type, input.subtype);
  await checkParent(tx, organizationId, { id, type: input.type, parentId: input.parent_id ?? null });
  await tx('accounts').insert({ ...input, id, organization_id: organizationId });
  tell({ type: 'account.created', subject_type: 'account', subject_id: id });
  return { id };
};
