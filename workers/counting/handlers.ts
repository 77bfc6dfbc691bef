/** The handlers of count tasks. */
import type { countCommands } from '../../queues/counting/counts.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { approveCount } from './approve-count.ts';
import { cancelCount } from './cancel-count.ts';
import { completeCount } from './complete-count.ts';
import { createCountTask } from './create-count-task.ts';
import { recordCounts } from './record-counts.ts';
import { recountTask } from './recount-task.ts';

export const countingHandlers: HandlersOf<typeof countCommands> = {
  createCountTask,
  recordCounts,
  completeCount,
  approveCount,
  recountTask,
  cancelCount,
};
