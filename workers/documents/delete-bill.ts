/** Deletes a draft bill with its lines and splits. */
import { lockDraftBill, removeBill } from '../../db/documents/bills.write.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteBill: Handler<typeof billCommands.deleteBill> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { id } = await lockDraftBill(tx, organizationId, input.bill_id, { action: 'delete' });
  await removeBill(tx, organizationId, id);
  emit({ type: 'bill.deleted', subject_type: 'bill', subject_id: id });
  return { id, deleted: true };
};
