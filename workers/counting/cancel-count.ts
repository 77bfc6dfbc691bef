/** Cancels a count task: posts nothing and frees its locations. Cancelling it again gives the same answer. */
import { lockCountTask, setCountState } from '../../db/counting/counts.write.ts';
import { enterOwnPlaces, freePlaces } from '../../db/counting/free-places.write.ts';
import { notFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const cancelCount: Handler<typeof countCommands.cancelCount> = async (work, { count_task_id: id }) => {
  assertOperator(work);
  const { tx, emit } = work;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  if (task.state === 'cancelled') return { id };
  const state = nextState(countStates, task.state, 'cancel');
  await enterOwnPlaces(tx, id);
  await setCountState(tx, id, { state });
  emit({ type: 'count_task.cancelled', subject_type: 'count_task', subject_id: id });
  await freePlaces(work, id);
  return { id };
};
