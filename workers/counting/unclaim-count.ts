/** Returns a count. Anybody who counts may do it, because whoever went home cannot. Does nothing when repeated. */
import { lockCountTask } from '../../db/counting/counts.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { giveBackCount } from './give-back-count.ts';

export const unclaimCount: Handler<typeof countCommands.unclaimCount> = async (
  work,
  { count_task_id: id },
) => {
  assertOperator(work);
  const task = await lockCountTask(work.tx, id);
  if (!task) throw notFound('count task');
  if (task.state !== 'pending') await giveBackCount(work, task);
  return { id };
};
