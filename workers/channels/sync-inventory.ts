/** Queues changes in available-to-promise for a store. The connection's lock makes two at once take turns. */
import { countPending, countUnmapped, mappedItems, want } from '../../db/channels/pushes.write.ts';
import { readStockFigures } from '../../db/inventory/coverage.read.ts';
import { lockLiveConnection } from '../../db/integration/connections.write.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { storeQuantity } from '../../domain/channels/store-quantity.ts';
import { coverageOf } from '../../domain/inventory/coverage.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler } from '../engine/handler.ts';

const mappingsMax = 50_000;

export const syncInventory: Handler<typeof channelCommands.syncInventory> = async (
  { tx, signal },
  { connection_id: id },
) => {
  const { inventory_buffer: buffer } = await lockLiveConnection(tx, id);
  const { inventory_mode: mode, safety_stock: safetyStock } = await readOrganization(tx);
  const items = await mappedItems(tx, id, null, mappingsMax);
  const itemIds = [...new Set(items.map(({ item_id: itemId }) => itemId))];
  const { atp } = coverageOf(await readStockFigures(tx, mode, itemIds), safetyStock);
  const wanted = items.map(({ channel_sku, merchant_id, item_id }) => ({
    channel_sku,
    merchant_id,
    item_id,
    wanted: { available: storeQuantity(atp(item_id), buffer) },
  }));
  const queued = await want(tx, id, 'inventory', wanted);
  signal({ kind: 'look', reason: 'pushes' });
  const unmapped = await countUnmapped(tx, id, null);
  const pending = await countPending(tx, id, 'inventory');
  return { connection_id: id, queued, unchanged: wanted.length - queued, pending, unmapped };
};
