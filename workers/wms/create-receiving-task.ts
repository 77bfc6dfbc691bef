/** Makes the receiving task of a receipt. One may be open per receipt: whoever comes second is given the first one's. */
import { v7 as uuidv7 } from 'uuid';
import { lockReceipt } from '../../db/wms/receipts.write.ts';
import { insertTask, isPerson } from '../../db/wms/tasks.write.ts';
import { unknownReference } from '../../domain/refusals.ts';
import { receivingTaskEvent } from '../../domain/wms/receiving-events.ts';
import { assertReceivable } from '../../domain/wms/receipt-states.ts';
import type { receivingTaskCommands } from '../../queues/wms/receiving-tasks.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof receivingTaskCommands.createReceivingTask> = async (
  { tx, organizationId, tell },
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
  const states = { status: 'pending', previous_status: null };
  tell(receivingTaskEvent(id, receipt, 'created', states, { assignee_id: assigneeId }));
  return { id, existing: false };
};
