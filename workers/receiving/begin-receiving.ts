/** What starting a receiving task does: starting an unassigned one claims it, and its receipt becomes receiving. */
import { setReceiptStatus } from '../../db/receiving/receipts.write.ts';
import { lockReceivingTask } from '../../db/receiving/receiving-tasks.write.ts';
import { setTaskStatus } from '../../db/receiving/tasks.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent, receivingTaskEvent } from '../../domain/receiving/events.ts';
import { receiptStates } from '../../domain/receiving/receipt-states.ts';
import { assertMayCount, receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import type { Work } from '../engine/handler.ts';
import { personOf } from '../acting-person.ts';

export async function beginReceiving({ tx, actor, emit }: Work, taskId: string): Promise<void> {
  const { id, status: previous, assignee_id: assigneeId, receipt } = await lockReceivingTask(tx, taskId);
  const status = nextState(receivingTaskStates, previous, 'start');
  const person = personOf(actor);
  // Starting someone else's task does not take it over.
  if (assigneeId !== null) assertMayCount({ id, status: previous, assignee_id: assigneeId }, person);
  const receiptStatus = nextState(receiptStates, receipt.status, 'start_task');
  if (previous !== status || assigneeId === null) {
    await setTaskStatus(tx, id, status, person);
    emit(receivingTaskEvent({ id, receipt }, 'started', { status, previous_status: previous }));
  }
  if (receiptStatus !== receipt.status) {
    await setReceiptStatus(tx, receipt.id, receiptStatus);
    emit(receiptEvent(receipt, 'receiving', { status: receiptStatus, previous_status: receipt.status }));
  }
}
