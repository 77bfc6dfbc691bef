/** Queues changes in available-to-promise for a store. The connection's lock makes two at once take turns. */
import { countPending, countUnmapped } from '../../db/channels/pushes.write.ts';
import { lockLiveConnection } from '../../db/integration/connections.write.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler } from '../engine/handler.ts';
import { wantStock } from './want-stock.ts';

export const syncInventory: Handler<typeof channelCommands.syncInventory> = async (
  { tx, signal },
  { connection_id: id },
) => {
  const counts = await wantStock(tx, await lockLiveConnection(tx, id), null);
  signal({ kind: 'look', reason: 'pushes' });
  const unmapped = await countUnmapped(tx, id, null);
  const pending = await countPending(tx, id, 'inventory');
  return { connection_id: id, ...counts, pending, unmapped };
};
