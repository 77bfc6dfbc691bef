/** Voids an approved bill or vendor credit. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { lockDocument, voidDocument } from '../../db/documents/open-items.write.ts';
import { billStates } from '../../domain/documents/document-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { billCommands } from '../../queues/documents/bills.ts';
import type { Handler } from '../engine/handler.ts';

export const voidBill: Handler<typeof billCommands.voidBill> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const bill = await lockDocument(tx, organizationId, 'bill', input.bill_id);
  const status = nextState(billStates, bill.status, 'void');
  const { today } = await readAccountingSettings(tx, organizationId);
  const { reason, void_date: voidDate = today > bill.date ? today : bill.date } = input;
  await voidDocument(tx, { organizationId, postedBy: actor.name }, bill, { voidDate, reason });
  emit({
    type: 'bill.voided',
    subject_type: 'bill',
    subject_id: bill.id,
    data: { status, previous_status: bill.status },
  });
  return { id: bill.id };
};
