/** Changes a billing item. Its unit stays once a price or a charge is in it: both would be of another quantity. */
import { assertItemAccounts, isItemPriced } from '../../db/rates/billing-items.write.ts';
import { findBillingItem } from '../../db/rates/billing-items.read.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const updateBillingItem: Handler<typeof rateCommands.updateBillingItem> = async (
  { tx, emit },
  input,
) => {
  const { item_id: id, ...changes } = input;
  if (!(await updateRecord(tx, 'billing_items', id, {}))) throw notFound('billing item');
  const { uom } = (await findBillingItem(tx, id))!;
  if ((changes.uom ?? uom) !== uom && (await isItemPriced(tx, id))) {
    const message = `The billing item has prices or charges per ${uom}: create another for ${changes.uom}.`;
    throw new Refusal('ITEM_IN_USE', message, { path: 'uom', uom });
  }
  await updateRecord(tx, 'billing_items', id, changes);
  await assertItemAccounts(tx, changes);
  emit({ type: 'billing_item.changed', subject_type: 'billing_item', subject_id: id });
  return { id };
};
