/** Every half minute: expires the tenders nobody answered in time. */
import { newId } from '../../domain/new-id.ts';
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { expiredTenders } from '../../db/transport/expired-tenders.read.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { transportCommands } from '../../queues/transport/transport.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/schedule-actor.ts';

/** Safe in several processes at once: an expired tender is not expired again. */
export async function expireTenders({
  database,
  producer,
}: {
  database: Database;
  producer: Producer;
}): Promise<void> {
  const over = await expiredTenders(database);
  if (over.length === 0) return;
  const { name, runs: queue } = transportCommands.expireTender;
  const actor = scheduleActor('expired tenders');
  const commands = over.map(({ organization_id, ...input }) => ({
    id: newId(),
    organization_id,
    name,
    queue,
    input,
    actor,
  }));
  await acceptCommands(database, commands, true);
  await producer.dispatch(dispatchesOf(commands));
}
