/**
 * Approves a draft bill: assigns its number, posts its journal entry and freezes it; its freight splits can then be
 * rebilled.
 */
import { postApproval } from '../../db/documents/approve-bill.write.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { Handler } from '../engine/handler.ts';

export const approveBill: Handler<typeof billCommands.approveBill> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const { id, bill_no, status } = await postApproval(
    tx,
    { organizationId, postedBy: actor.name },
    input.bill_id,
  );
  emit({
    type: 'bill.approved',
    subject_type: 'bill',
    subject_id: id,
    data: { status, previous_status: 'draft', bill_no },
  });
  return { id };
};
