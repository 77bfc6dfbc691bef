/**
 * Approves a count in review: posts its differences and frees its locations. Approving it again gives the same answer.
 */
import { postDifferences } from '../../db/counting/count-posting.write.ts';
import {
  lockCountLines,
  lockCountTask,
  setCountState,
  unlockLocations,
} from '../../db/counting/counts.write.ts';
import { notFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const approveCount: Handler<typeof countCommands.approveCount> = async (
  work,
  { count_task_id: id, missing_serials: missing },
) => {
  assertOperator(work);
  const { tx, actor, emit } = work;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  if (task.state === 'completed') return { id };
  const state = nextState(countStates, task.state, 'approve');
  const lines = await lockCountLines(tx, id);
  await postDifferences(work, task, lines, missing);
  await setCountState(tx, id, { state, approved_by: actor.name });
  const freed = await unlockLocations(tx, id);
  emit({
    type: 'count_task.completed',
    subject_type: 'count_task',
    subject_id: id,
    data: { approved_by: actor.name },
  });
  emit({
    type: 'inventory.unlocked',
    subject_type: 'count_task',
    subject_id: id,
    data: { location_ids: freed },
  });
  return { id };
};
