/** The handlers of count tasks. */
import type { countCommands } from '../../queues/wms/counts.ts';
import type { HandlersOf } from '../handler.ts';
import { run as approveCount } from './approve-count.ts';
import { run as cancelCount } from './cancel-count.ts';
import { run as completeCount } from './complete-count.ts';
import { run as createCountTask } from './create-count-task.ts';
import { run as recordCounts } from './record-counts.ts';
import { run as recountTask } from './recount-task.ts';

export const countHandlers: HandlersOf<typeof countCommands> = {
  createCountTask,
  recordCounts,
  completeCount,
  approveCount,
  recountTask,
  cancelCount,
};
