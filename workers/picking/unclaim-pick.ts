/**
 * Returns a claimed pick task, which leaves its pick job. Anybody on the floor may do it, because a picker who went home
 * cannot. Does nothing when repeated.
 */
import { advanceJob, freePicks } from '../../db/picking/pick-jobs.write.ts';
import { lockPickTask } from '../../db/picking/pick-tasks.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { assertPutBack } from './jobs/assert-put-back.ts';

export const unclaimPick: Handler<typeof pickingCommands.unclaimPick> = async (
  work,
  { pick_task_id: id, put_back: isPutBack = false },
) => {
  assertOperator(work);
  const { task } = await lockPickTask(work.tx, id);
  if (task.status === 'open') return { id };
  nextState(pickTaskStates, task.status, 'unclaim');
  assertPutBack([task], isPutBack);
  await freePicks(work, [task]);
  if (task.job_id) await advanceJob(work, task.job_id);
  return { id };
};
