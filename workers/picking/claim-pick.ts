/**
 * Claims an open pick task. Of two claims at once one gets it, the other gets 409 PICK_TASK_TAKEN. Does nothing when
 * repeated by the same person.
 */
import { lockPickTask } from '../../db/picking/pick-tasks.write.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { takePick } from './take-pick.ts';

export const claimPick: Handler<typeof pickingCommands.claimPick> = async (work, { pick_task_id: id }) => {
  assertOperator(work);
  const { task } = await lockPickTask(work.tx, id);
  await takePick(work, task);
  return { id };
};
