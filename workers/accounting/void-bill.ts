/** Voids an approved bill or vendor credit. */
import { readBooks } from '../../db/accounting/books.read.ts';
import { lockDocument, voidDocument } from '../../db/accounting/documents.write.ts';
import { billStates } from '../../domain/accounting/document-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { billCommands } from '../../queues/accounting/bills.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof billCommands.voidBill> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const bill = await lockDocument(tx, organizationId, 'bill', input.bill_id);
  const status = nextState(billStates, bill.status, 'void');
  const { today } = await readBooks(tx, organizationId);
  const { reason, void_date: voidDate = today > bill.date ? today : bill.date } = input;
  await voidDocument(tx, { organizationId, postedBy: actor.name }, bill, { voidDate, reason });
  tell({
    type: 'bill.voided',
    subject_type: 'bill',
    subject_id: bill.id,
    data: { status, previous_status: bill.status },
  });
  return { id: bill.id };
};
