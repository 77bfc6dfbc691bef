/** Starts a receiving task, claiming it if it is unassigned. */
import type { receivingTaskCommands } from '../../queues/receiving/receiving-tasks.ts';
import type { Handler } from '../engine/handler.ts';
import { beginReceiving } from './begin-receiving.ts';

export const startReceivingTask: Handler<typeof receivingTaskCommands.startReceivingTask> = async (
  work,
  { task_id: id },
) => {
  await beginReceiving(work, id);
  return { id };
};
