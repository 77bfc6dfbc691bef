/**
 * Every hour: asks each active connection's store for orders that never arrived since the last search; at once where that
 * did not come as far as the present.
 */
import { connectionsToSearch } from '../../db/channels/gap-searches.read.ts';
import { windowDaysMax } from '../../domain/channels/gap-search.ts';
import { channelCommands } from '../../queues/channels/channels.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

export const searchEveryMinutes = 60;

/** Safe in several processes at once: a connection has one scheduled search an hour, whoever asks for it. */
export async function scheduleGapSearches(parts: Scheduling): Promise<void> {
  const found = await connectionsToSearch(parts.database, {
    everyMinutes: searchEveryMinutes,
    windowDaysMax: windowDaysMax - 1,
  });
  const due = found.map(({ organization_id, connection_id, since, until }) => ({
    organization_id,
    input: {
      connection_id,
      since: since.toISOString(),
      until: until.toISOString(),
      looked_by: 'created' as const,
      is_scheduled: true,
    },
  }));
  await submitDue(parts, 'orders that never came in', channelCommands.findGaps, due);
}
