/** Queues for a store what it may sell of items, where that is not what it was told. */
import { leaveOtherPlaces, mappedItems, want } from '../../db/channels/pushes.write.ts';
import { readStockLevels, readStorePlaces } from '../../db/channels/stock-levels.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { LockedConnection } from '../../db/integration/connections.write.ts';

const mappingsMax = 50_000;

/**
 * All mapped items when none are given. The caller has locked the connection before anything of stock was read here, so
 * whoever comes later has read later, and its quantity is the newer one.
 */
export async function wantStock(
  tx: TenantTransaction,
  connection: Pick<LockedConnection, 'id' | 'inventory_buffer'>,
  onlyItems: readonly string[] | null,
): Promise<{ queued: number; unchanged: number }> {
  const { id } = connection;
  const items = await mappedItems(tx, id, onlyItems, mappingsMax);
  const places = await readStorePlaces(tx, id);
  const itemIds = items.map(({ item_id: itemId }) => itemId);
  const levelsOf = await readStockLevels(tx, connection, places, itemIds);
  const wanted = items.flatMap(({ channel_sku, merchant_id, item_id }) =>
    levelsOf(item_id).map(({ store_location, available }) => ({
      channel_sku,
      store_location,
      merchant_id,
      item_id,
      wanted: { available },
    })),
  );
  // A change of its places has all of it compared.
  const names = places.map(({ store_location: place }) => place);
  const emptied = onlyItems === null ? await leaveOtherPlaces(tx, id, names) : 0;
  const queued = await want(tx, id, 'inventory', wanted);
  return { queued: queued + emptied, unchanged: wanted.length - queued };
}
