/** Ends the counting of a receipt, and with it the assignee's open task. Only this call leads to received. */
import { lockReceipt, setReceiptStatus } from '../../db/wms/receipts.write.ts';
import { setTaskStatus } from '../../db/wms/tasks.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent, receivingTaskEvent } from '../../domain/wms/receiving-events.ts';
import { receiptStates } from '../../domain/wms/receipt-states.ts';
import { assertMayCount } from '../../domain/wms/receiving-task-states.ts';
import type { receiptCommands } from '../../queues/wms/receipts.ts';
import type { Handler } from '../handler.ts';
import { personOf } from './receiving-person.ts';

export const run: Handler<typeof receiptCommands.completeReceive> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const receipt = await lockReceipt(tx, organizationId, input.receipt_id);
  const { id, status: previous, openTask } = receipt;
  // Handhelds retry: repeating it answers as the first time.
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
    await setTaskStatus(tx, organizationId, openTask.id, 'completed', personOf(actor));
    const states = { status: 'completed', previous_status: openTask.status };
    tell(receivingTaskEvent(openTask.id, receipt, 'completed', states));
  }
  await setReceiptStatus(tx, organizationId, id, status);
  tell(receiptEvent(receipt, 'received', { status, previous_status: previous }));
  return { id };
};
