/** Starts a search for orders that never arrived. The connection's lock turns two at once into one search. */
import { insertSearch, recentSearch } from '../../db/channels/gap-searches.write.ts';
import { lockLiveConnection } from '../../db/integration/connections.write.ts';
import { assertWindow } from '../../domain/channels/gap-search.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler } from '../engine/handler.ts';
import { searchEveryMinutes } from './schedule-gap-searches.ts';

export const findGaps: Handler<typeof channelCommands.findGaps> = async (
  { tx, signal },
  { connection_id: id, ...asked },
) => {
  assertWindow(asked);
  const { merchant_id: merchantId } = await lockLiveConnection(tx, id);
  const known = await recentSearch(tx, id, asked.is_scheduled ? searchEveryMinutes : 0, asked.until);
  // Two processes whose schedules fired at once meet here.
  if (known && asked.is_scheduled) return { id: known.id };
  if (known?.is_open) {
    throw new Refusal('CONFLICT', "A search of this connection's orders is already running.", {
      search_id: known.id,
    });
  }
  const made = await insertSearch(tx, {
    connection_id: id,
    merchant_id: merchantId,
    ...asked,
  });
  signal({ kind: 'look', reason: 'gap_searches' });
  return { id: made };
};
