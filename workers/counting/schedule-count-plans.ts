/** Every hour: has each organization with a plan whose day has begun make the day's count tasks. */
import { newId } from '../../domain/new-id.ts';
import type { Database } from '../../db/database.ts';
import { organizationsWithPlans } from '../../db/counting/count-plans.read.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/schedule-actor.ts';

/** Safe in several processes at once: a plan is locked, and remembers the day it was run for. */
export async function scheduleCountPlans({
  database,
  producer,
}: {
  database: Database;
  producer: Producer;
}): Promise<void> {
  const organizations = await organizationsWithPlans(database);
  if (organizations.length === 0) return;
  const { name, runs: queue } = countPlanCommands.runDueCountPlans;
  const actor = scheduleActor('count plans');
  const commands = organizations.map((organization_id) => ({
    id: newId(),
    organization_id,
    name,
    queue,
    input: {},
    actor,
  }));
  await acceptCommands(database, commands, true);
  await producer.dispatch(dispatchesOf(commands));
}
