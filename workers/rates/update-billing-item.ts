/** Changes a billing item. */
import { assertItemAccounts } from '../../db/rates/billing-items.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../handler.ts';

export const updateBillingItem: Handler<typeof rateCommands.updateBillingItem> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { item_id: id, ...changes } = input;
  if (!(await updateRecord(tx, organizationId, 'billing_items', id, changes))) throw notFound('billing item');
  await assertItemAccounts(tx, organizationId, changes);
  emit({ type: 'billing_item.changed', subject_type: 'billing_item', subject_id: id });
  return { id };
};
