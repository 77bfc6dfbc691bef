/** Makes a plan's count tasks of a day by hand. Run again, it makes what became due since, within the day's most. */
import { hasPlaces, lockCountPlan } from '../../db/counting/count-plans.write.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { runPlan } from './run-plan.ts';

export const runCountPlan: Handler<typeof countPlanCommands.runCountPlan> = async (
  work,
  { count_plan_id: id, on, dry_run: isDry = false },
) => {
  assertOperator(work);
  const plan = await lockCountPlan(work.tx, id);
  if (!plan) throw notFound('count plan');
  if (!(await hasPlaces(work.tx, plan)))
    throw new Refusal('PLAN_EMPTY', 'No active location of the warehouse is in the scope of this plan.');
  return runPlan(work, plan, on ?? plan.today, isDry);
};
