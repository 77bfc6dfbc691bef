/** Deletes a billing item that nothing refers to. Refuses NOT_FOUND, 409 ITEM_IN_USE. */
import { isItemUsed, removeBillingItem } from '../../db/rates/billing-items.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteBillingItem: Handler<typeof rateCommands.deleteBillingItem> = async (
  { tx, emit },
  { item_id: id },
) => {
  if (!(await updateRecord(tx, 'billing_items', id, {}))) throw notFound('billing item');
  if (await isItemUsed(tx, id)) {
    throw new Refusal('ITEM_IN_USE', 'The billing item is in use; set is_active to false instead.');
  }
  await removeBillingItem(tx, id);
  emit({ type: 'billing_item.deleted', subject_type: 'billing_item', subject_id: id });
  return { id, deleted: true };
};
