/** Adds a billing item. Its revenue account must be one of the organization's revenue accounts. */
import { assertItemAccounts } from '../../db/rates/billing-items.write.ts';
import { insertRecord } from '../../db/records.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const createBillingItem: Handler<typeof rateCommands.createBillingItem> = async (
  { tx, emit },
  input,
) => {
  await assertItemAccounts(tx, input);
  const id = await insertRecord(tx, 'billing_items', input);
  emit({ type: 'billing_item.created', subject_type: 'billing_item', subject_id: id });
  return { id };
};
