/** Every hour: asks each active connection's store for orders that never arrived since the last search. */
import { connectionsToSearch } from '../../db/channels/gap-searches.read.ts';
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { windowDaysMax } from '../../domain/channels/gap-search.ts';
import { channelCommands } from '../../queues/channels/channels.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/schedule-actor.ts';

export const searchEveryMinutes = 60;

/** Safe in several processes at once: a connection has one scheduled search an hour, whoever asks for it. */
export async function scheduleGapSearches({
  database,
  producer,
}: {
  database: Database;
  producer: Producer;
}): Promise<void> {
  const due = await connectionsToSearch(database, {
    everyMinutes: searchEveryMinutes,
    windowDaysMax: windowDaysMax - 1,
  });
  if (due.length === 0) return;
  const { name, runs: queue } = channelCommands.findGaps;
  const actor = scheduleActor('orders that never came in');
  const commands = due.map(({ organization_id, connection_id, since, until }) => ({
    id: newId(),
    organization_id,
    name,
    queue,
    input: {
      connection_id,
      since: since.toISOString(),
      until: until.toISOString(),
      looked_by: 'created',
      is_scheduled: true,
    },
    actor,
  }));
  await acceptCommands(database, commands, true);
  await producer.dispatch(dispatchesOf(commands));
}
