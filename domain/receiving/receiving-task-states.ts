/** The life of a receiving task, and who may count while it is open. */
import { Refusal } from '../refusal.ts';
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const receivingTaskStates = stateMachine(
  'receiving task',
  ['pending'],
  [
    ['start', ['pending', 'in_progress'], 'in_progress'],
    ['complete', ['pending', 'in_progress'], 'completed'],
    ['cancel', ['pending', 'in_progress'], 'cancelled'],
    ['unclaim', ['in_progress'], 'pending'],
  ],
);

export type TaskStatus = StateIn<typeof receivingTaskStates>;
export const taskStatuses = statesOf(receivingTaskStates);

/** A receipt's open task, as the receipt carries it. */
export interface OpenTask {
  id: string;
  status: TaskStatus;
  assignee_id: string | null;
}

function locked(task: OpenTask): Refusal {
  return new Refusal(
    'RECEIPT_LOCKED_BY_TASK',
    'A receiving task is open on this receipt: only its assignee, or a scan that carries its task_id, may count.',
    { task_id: task.id, assignee_id: task.assignee_id },
  );
}

/**
 * Receiving at a desk, and ending it there, waits until the task is completed or cancelled, whoever asks: the desk does
 * not see what the handheld is about to count. Refuses 409 RECEIPT_LOCKED_BY_TASK.
 */
export function assertNoTask(task: OpenTask | null): void {
  if (!task) return;
  throw new Refusal(
    'RECEIPT_LOCKED_BY_TASK',
    'A receiving task is open on this receipt: complete or cancel it first, or go on scanning lines with it.',
    { task_id: task.id, assignee_id: task.assignee_id },
  );
}

/**
 * While a task is open, lines are scanned and added by its assignee or with its `task_id`. Refuses 409 RECEIPT_LOCKED_BY_TASK, or 409 TASK_NOT_OPEN when the given task is not open on this
 * receipt.
 */
export function assertMayCount(
  task: OpenTask | null,
  person: string | null,
  carriedTaskId?: string | null,
): void {
  if (!task) {
    if (carriedTaskId)
      throw new Refusal('TASK_NOT_OPEN', 'No receiving task of this id is open on the receipt.', {
        task_id: carriedTaskId,
      });
    return;
  }
  if (carriedTaskId?.toLowerCase() === task.id) return;
  if (task.assignee_id !== null && task.assignee_id === person && !carriedTaskId) return;
  throw locked(task);
}

/** The first scan claims an unassigned task, and starts a pending one. */
export function isStartedByScan(task: OpenTask | null): boolean {
  return task !== null && (task.status === 'pending' || task.assignee_id === null);
}
