/** Deletes a draft bill with its lines and splits. */
import { lockDraftBill } from '../../db/accounting/bills.write.ts';
import type { billCommands } from '../../queues/accounting/bills.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof billCommands.deleteBill> = async ({ tx, organizationId, tell }, input) => {
  const { id } = await lockDraftBill(tx, organizationId, input.bill_id, { action: 'delete' });
  await tx('bills').where({ organization_id: organizationId, id }).delete();
  tell({ type: 'bill.deleted', subject_type: 'bill', subject_id: id });
  return { id, deleted: true };
};
