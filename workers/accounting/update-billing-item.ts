/** Changes a billing item. */
import { assertItemAccounts } from '../../db/accounting/billing-items.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { rateCommands } from '../../queues/accounting/rates.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof rateCommands.updateBillingItem> = async (
  { tx, organizationId, tell },
  input,
) => {
  const { item_id: id, ...changes } = input;
  if (!(await updateRecord(tx, organizationId, 'billing_items', id, changes))) throw notFound('billing item');
  await assertItemAccounts(tx, organizationId, changes);
  tell({ type: 'billing_item.changed', subject_type: 'billing_item', subject_id: id });
  return { id };
};
