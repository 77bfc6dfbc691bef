/** Makes the receiving task of a receipt. One may be open per receipt: whoever comes second is given the first one's. */
import { v7 as uuidv7 } from 'uuid';
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { insertTask, isPerson } from '../../db/receiving/tasks.write.ts';
import { unknownReference } from '../../domain/refusals.ts';
import { receivingTaskEvent } from '../../domain/receiving/events.ts';
import { assertReceivable } from '../../domain/receiving/receipt-states.ts';
import type { receivingTaskCommands } from '../../queues/receiving/receiving-tasks.ts';
import type { Handler } from '../handler.ts';

export const createReceivingTask: Handler<typeof receivingTaskCommands.createReceivingTask> = async (
  { tx, organizationId, emit },
  { receipt_id: receiptId, assignee_id: assigneeId = null, receiving_method: method },
) => {
  // The receipt's lock orders the race; the partial unique index holds the rule whatever the code does.
  const missing = () => unknownReference('receipt_id', 'inbound receipt');
  const receipt = await lockReceipt(tx, organizationId, receiptId, missing);
  if (receipt.openTask) return { id: receipt.openTask.id, existing: true };
  assertReceivable(receipt.status);
  if (assigneeId && !(await isPerson(tx, organizationId, assigneeId))) {
    throw unknownReference('assignee_id', 'active member or access token');
  }
  const id = uuidv7();
  await insertTask(tx, organizationId, {
    id,
    task_type: 'receive',
    status: 'pending',
    warehouse_id: receipt.warehouse_id,
    merchant_id: receipt.merchant_id,
    ref_type: 'inbound_receipt',
    ref_id: receipt.id,
    assignee_id: assigneeId,
    receiving_method: method ?? 'decide',
  });
  const made = { status: 'pending', previous_status: null, assignee_id: assigneeId } as const;
  emit(receivingTaskEvent(id, receipt, 'created', made));
  return { id, existing: false };
};
