/** Completes the counting of a receipt, and with it the assignee's open task. Nothing else makes a receipt received. */
import { lockReceipt, setReceiptStatus } from '../../db/receiving/receipts.write.ts';
import { eventsOfReceived } from '../../db/purchase/receipt-progress.write.ts';
import { setTaskStatus } from '../../db/receiving/tasks.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent, receivingTaskEvent } from '../../domain/receiving/events.ts';
import { receiptStates } from '../../domain/receiving/receipt-states.ts';
import { assertMayCount, receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../handler.ts';
import { personOf } from '../acting-person.ts';

export const completeReceive: Handler<typeof receiptCommands.completeReceive> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const receipt = await lockReceipt(tx, organizationId, input.receipt_id);
  const { id, status: previous, openTask } = receipt;
  // Handhelds retry: a repeat gets the same answer as the first time.
  if (previous === 'received') return { id };
  const status = nextState(receiptStates, previous, 'complete');
  assertMayCount(openTask, personOf(actor));
  if (!input.confirm_zero && decimal(receipt.counters.counted_qty).eq(zero)) {
    throw new Refusal(
      'RECEIPT_EMPTY',
      'Nothing was received; confirm_zero completes the receipt all the same.',
    );
  }
  if (openTask) {
    const done = nextState(receivingTaskStates, openTask.status, 'complete');
    await setTaskStatus(tx, organizationId, openTask.id, done, personOf(actor));
    const states = { status: done, previous_status: openTask.status };
    emit(receivingTaskEvent(openTask.id, receipt, 'completed', states));
  }
  await setReceiptStatus(tx, organizationId, id, status);
  emit(receiptEvent(receipt, 'received', { status, previous_status: previous }));
  for (const event of await eventsOfReceived(tx, organizationId, id)) emit(event);
  return { id };
};
