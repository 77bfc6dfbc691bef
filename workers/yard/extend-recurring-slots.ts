/** Every hour: has each organization with recurring slots create the appointments of the next four weeks. */
import { newId } from '../../domain/new-id.ts';
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { organizationsWithSlots } from '../../db/yard/recurring-slots.read.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { recurringSlotCommands } from '../../queues/yard/spots.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/schedule-actor.ts';

/** Safe in several processes at once: a unique key allows one appointment per day. */
export async function extendRecurringSlots({
  database,
  producer,
}: {
  database: Database;
  producer: Producer;
}): Promise<void> {
  const organizations = await organizationsWithSlots(database);
  if (organizations.length === 0) return;
  const { name, runs: queue } = recurringSlotCommands.openRecurringSlots;
  const actor = scheduleActor('recurring slots');
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
