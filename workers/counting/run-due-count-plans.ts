/**
 * Makes today's count tasks of every plan that has not had them made, each once, and by a command of its own: one that is
 * refused or takes too long holds up no other.
 */
import { lockCountPlan, noteScheduled, plansToSchedule } from '../../db/counting/count-plans.write.ts';
import { countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { Handler } from '../engine/handler.ts';
import { runPlan } from './run-plan.ts';

export const runDueCountPlans: Handler<typeof countPlanCommands.runDueCountPlans> = async (
  work,
  { count_plan_id: id },
) => {
  const { tx, enqueue } = work;
  if (id === undefined) {
    for (const planId of await plansToSchedule(tx))
      enqueue(countPlanCommands.runDueCountPlans, { count_plan_id: planId });
    return { made: 0 };
  }
  const plan = await lockCountPlan(tx, id);
  // Read under its lock: another process may have run it meanwhile, or somebody switched it off.
  if (!plan || (await plansToSchedule(tx, id)).length === 0) return { made: 0 };
  const { tasks } = await runPlan(work, plan, plan.today, false);
  await noteScheduled(tx, id, plan.today);
  return { made: tasks.length };
};
