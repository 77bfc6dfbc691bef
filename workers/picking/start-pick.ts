/** Starts a claimed pick task. Does nothing when repeated. */
import { assertMine, lockPickTask, writePickTask } from '../../db/picking/pick-tasks.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';

export const startPick: Handler<typeof pickingCommands.startPick> = async (work, { pick_task_id: id }) => {
  assertOperator(work);
  const { task } = await lockPickTask(work.tx, id);
  if (task.status === 'assigned' || task.status === 'in_progress') assertMine(task, floorPerson(work));
  if (task.status === 'in_progress') return { id };
  const to = nextState(pickTaskStates, task.status, 'start');
  await writePickTask(work, task, to);
  return { id };
};
