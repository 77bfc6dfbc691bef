/** Creates the receiving task of a receipt. Only one may be open per receipt: a second request gets the first one's. */
import { openReceivingTask } from '../../db/receiving/open-receiving-task.write.ts';
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { isPerson } from '../../db/receiving/tasks.write.ts';
import { assertUnderway } from '../../db/transfers/follow-receipt.write.ts';
import { unknownReference } from '../../domain/refusal.ts';
import { assertReceivable } from '../../domain/receiving/receipt-states.ts';
import type { receivingTaskCommands } from '../../queues/receiving/receiving-tasks.ts';
import type { Handler } from '../engine/handler.ts';

export const createReceivingTask: Handler<typeof receivingTaskCommands.createReceivingTask> = async (
  work,
  { receipt_id: receiptId, assignee_id: assigneeId = null, receiving_method: method },
) => {
  const { tx } = work;
  const missing = () => unknownReference('receipt_id', 'inbound receipt');
  const receipt = await lockReceipt(tx, receiptId, missing);
  if (receipt.openTask) return { id: receipt.openTask.id, existing: true };
  assertReceivable(receipt.status);
  await assertUnderway(tx, receipt);
  if (assigneeId && !(await isPerson(tx, assigneeId))) {
    throw unknownReference('assignee_id', 'active member or access token');
  }
  return openReceivingTask(work, receipt, { assigneeId, method });
};
