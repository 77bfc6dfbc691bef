/** Every hour: has each organization with a plan whose day has begun make the day's count tasks. */
import { organizationsWithPlans } from '../../db/counting/count-plans.read.ts';
import { countPlanCommands } from '../../queues/counting/count-plans.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: a plan is locked, and remembers the day it was run for. */
export async function scheduleCountPlans(parts: Scheduling): Promise<void> {
  const organizations = await organizationsWithPlans(parts.database);
  const due = organizations.map((organization_id) => ({ organization_id, input: {} }));
  await submitDue(parts, 'count plans', countPlanCommands.runDueCountPlans, due);
}
