/** Starts a receiving task: whoever starts an unassigned one claims it, and its receipt is receiving. */
import { setReceiptStatus } from '../../db/wms/receipts.write.ts';
import { lockReceivingTask } from '../../db/wms/receiving-tasks.write.ts';
import { setTaskStatus } from '../../db/wms/tasks.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent, receivingTaskEvent } from '../../domain/wms/receiving-events.ts';
import { receiptStates } from '../../domain/wms/receipt-states.ts';
import { assertMayCount, receivingTaskStates } from '../../domain/wms/receiving-task-states.ts';
import type { receivingTaskCommands } from '../../queues/wms/receiving-tasks.ts';
import type { Handler } from '../handler.ts';
import { personOf } from './receiving-person.ts';

export const run: Handler<typeof receivingTaskCommands.startReceivingTask> = async (
  { tx, organizationId, actor, tell },
  input,
) => {
  const {
    id,
    status: previous,
    assignee_id: assigneeId,
    receipt,
  } = await lockReceivingTask(tx, organizationId, input.task_id);
  const status = nextState(receivingTaskStates, previous, 'start');
  const person = personOf(actor);
  // Someone else's task is not taken over by starting it.
  if (assigneeId !== null) assertMayCount({ id, status: previous, assignee_id: assigneeId }, person);
  const receiptStatus = nextState(receiptStates, receipt.status, 'start_task');
  if (previous !== status || assigneeId === null) {
    await setTaskStatus(tx, organizationId, id, status, person);
    tell(receivingTaskEvent(id, receipt, 'started', { status, previous_status: previous }));
  }
  if (receiptStatus !== receipt.status) {
    await setReceiptStatus(tx, organizationId, receipt.id, receiptStatus);
    tell(receiptEvent(receipt, 'receiving', { status: receiptStatus, previous_status: receipt.status }));
  }
  return { id };
};
