/** Locks a receiving task in order: its receipt first, then the task. */
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { TaskStatus } from '../../domain/receiving/receiving-task-states.ts';
import type { TenantTransaction } from '../database.ts';
import { lockReceipt } from './receipts.write.ts';
import type { LockedReceipt } from './receiving-facts.write.ts';
import { lockTask, taskSubject } from './tasks.write.ts';

export interface LockedTask {
  id: string;
  status: TaskStatus;
  assignee_id: string | null;
  receipt: LockedReceipt;
}

/** Refuses 404 for an unknown task, and 409 CONFLICT for a task of another kind, which has its own endpoint. */
export async function lockReceivingTask(tx: TenantTransaction, id: string): Promise<LockedTask> {
  const subject = await taskSubject(tx, id);
  if (!subject) throw notFound('task');
  if (subject.task_type !== 'receive') {
    throw new Refusal('CONFLICT', `A task of type ${subject.task_type} is worked through its own endpoint.`, {
      task_type: subject.task_type,
    });
  }
  const receipt = await lockReceipt(tx, subject.ref_id);
  const task = await lockTask(tx, id);
  return { id, ...task!, receipt };
}
