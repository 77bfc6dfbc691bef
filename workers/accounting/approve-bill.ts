/** Approves a draft bill: number, journal entry, frozen; its freight splits may be billed on. */
import { approveBill } from '../../db/accounting/approve.write.ts';
import type { billCommands } from '../../queues/accounting/bills.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof billCommands.approveBill> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const { id, bill_no, status } = await approveBill(
    tx,
    { organizationId, postedBy: actor.name },
    input.bill_id,
  );
  tell({
    type: 'bill.approved',
    subject_type: 'bill',
    subject_id: id,
    data: { status, previous_status: 'draft', bill_no },
  });
  return { id };
};
