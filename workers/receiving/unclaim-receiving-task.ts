/**
 * Returns a receiving task. Anybody who receives may do it, because whoever went home cannot. Does nothing when repeated.
 */
import type { receivingTaskCommands } from '../../queues/receiving/receiving-tasks.ts';
import type { Handler } from '../engine/handler.ts';
import { giveBackTask } from './give-back-task.ts';

export const unclaimReceivingTask: Handler<typeof receivingTaskCommands.unclaimReceivingTask> = async (
  work,
  { task_id: id },
) => {
  await giveBackTask(work, id);
  return { id };
};
