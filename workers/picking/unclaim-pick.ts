/**
 * Returns a claimed pick task. Anybody on the floor may do it, because a picker who went home cannot. Does nothing when
 * repeated.
 */
import { lockPickTask, writePickTask } from '../../db/picking/pick-tasks.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const unclaimPick: Handler<typeof pickingCommands.unclaimPick> = async (
  work,
  { pick_task_id: id },
) => {
  assertOperator(work);
  const { task } = await lockPickTask(work.tx, id);
  if (task.status === 'open') return { id };
  const to = nextState(pickTaskStates, task.status, 'unclaim');
  await writePickTask(work, task, to, {
    assignee_id: null,
    assignee: null,
    assigned_at: null,
    started_at: null,
  });
  return { id };
};
