/** The handlers of count tasks and count plans. */
import type { countCommands } from '../../queues/counting/counts.ts';
import type { countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { approveCount } from './approve-count.ts';
import { cancelCount } from './cancel-count.ts';
import { completeCount } from './complete-count.ts';
import { createCountTask } from './create-count-task.ts';
import { createCountPlan, updateCountPlan } from './keep-count-plans.ts';
import { recordCounts } from './record-counts.ts';
import { recountTask } from './recount-task.ts';
import { runCountPlan } from './run-count-plan.ts';
import { runDueCountPlans } from './run-due-count-plans.ts';
import { unclaimCount } from './unclaim-count.ts';

export const countingHandlers: HandlersOf<typeof countCommands & typeof countPlanCommands> = {
  createCountTask,
  recordCounts,
  completeCount,
  approveCount,
  recountTask,
  cancelCount,
  createCountPlan,
  updateCountPlan,
  runCountPlan,
  runDueCountPlans,
  unclaimCount,
};
