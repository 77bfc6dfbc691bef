/**
 * Approves a count in review: posts its differences and frees its locations. Approving it again gives the same answer.
 */
import { finishCount } from '../../db/counting/finish-count.write.ts';
import { enterOwnPlaces } from '../../db/counting/free-places.write.ts';
import { lockCountLines, lockCountTask } from '../../db/counting/counts.write.ts';
import { notFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { tellHazards } from './tell-hazards.ts';

export const approveCount: Handler<typeof countCommands.approveCount> = async (
  work,
  { count_task_id: id, missing_serials: missing },
) => {
  assertOperator(work);
  const { tx, actor } = work;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  if (task.state === 'completed') return { id };
  const state = nextState(countStates, task.state, 'approve');
  await enterOwnPlaces(tx, id);
  await finishCount(work, task, await lockCountLines(tx, id), state, { missing, approvedBy: actor.name });
  return { id, ...(await tellHazards(work, task)) };
};
