/** Completes a receiving task and frees its receipt, which stays as it is. Repeating it changes nothing. */
import { lockReceivingTask } from '../../db/receiving/receiving-tasks.write.ts';
import { setTaskStatus } from '../../db/receiving/tasks.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receivingTaskEvent } from '../../domain/receiving/events.ts';
import { receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import type { receivingTaskCommands } from '../../queues/receiving/receiving-tasks.ts';
import type { Handler } from '../engine/handler.ts';

export const completeReceivingTask: Handler<typeof receivingTaskCommands.completeReceivingTask> = async (
  { tx, emit },
  input,
) => {
  const { id, status: previous, receipt } = await lockReceivingTask(tx, input.task_id);
  // Handhelds retry: a repeat is answered, not refused.
  if (previous === 'completed') return { id };
  const status = nextState(receivingTaskStates, previous, 'complete');
  await setTaskStatus(tx, id, status);
  emit(receivingTaskEvent({ id, receipt }, 'completed', { status, previous_status: previous }));
  return { id };
};
