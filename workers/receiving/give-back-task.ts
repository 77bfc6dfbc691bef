/** Gives back a receiving task that was begun: it is nobody's, and offered to all. What was counted with it stays. */
import { lockReceivingTask } from '../../db/receiving/receiving-tasks.write.ts';
import { returnTask } from '../../db/receiving/tasks.write.ts';
import { receivingTaskEvent } from '../../domain/receiving/events.ts';
import { receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';

export async function giveBackTask({ tx, emit }: Work, taskId: string): Promise<void> {
  const { id, status: previous, receipt } = await lockReceivingTask(tx, taskId);
  if (previous === 'pending') return;
  const status = nextState(receivingTaskStates, previous, 'unclaim');
  await returnTask(tx, id, status);
  emit(receivingTaskEvent({ id, receipt }, 'returned', { status, previous_status: previous }));
}
