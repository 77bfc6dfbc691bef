/** Makes today's count tasks of every plan that has not had them made, each once. */
import { lockCountPlan, noteScheduled, plansToSchedule } from '../../db/counting/count-plans.write.ts';
import type { countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { Handler } from '../engine/handler.ts';
import { runPlan } from './run-plan.ts';

export const runDueCountPlans: Handler<typeof countPlanCommands.runDueCountPlans> = async (work) => {
  const { tx } = work;
  let made = 0;
  for (const id of await plansToSchedule(tx)) {
    const plan = await lockCountPlan(tx, id);
    // Read again under its lock: another process may have run it meanwhile, or somebody switched it off.
    if (!plan || !(await plansToSchedule(tx)).includes(id)) continue;
    made += (await runPlan(work, plan, plan.today, false)).tasks.length;
    await noteScheduled(tx, id, plan.today);
  }
  return { made };
};
