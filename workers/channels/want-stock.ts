/** Queues for a store what it may sell of items, where that is not what it was told. */
import { mappedItems, want } from '../../db/channels/pushes.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { readStockFigures } from '../../db/inventory/coverage.read.ts';
import type { LockedConnection } from '../../db/integration/connections.write.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { storeQuantity } from '../../domain/channels/store-quantity.ts';
import { coverageOf } from '../../domain/inventory/coverage.ts';

const mappingsMax = 50_000;

/**
 * All mapped items when none are given. The caller has locked the connection before anything of stock was read here, so
 * whoever comes later has read later, and its quantity is the newer one.
 */
export async function wantStock(
  tx: TenantTransaction,
  { id, inventory_buffer: buffer }: Pick<LockedConnection, 'id' | 'inventory_buffer'>,
  onlyItems: readonly string[] | null,
): Promise<{ queued: number; unchanged: number }> {
  const { inventory_mode: mode, safety_stock: safetyStock } = await readOrganization(tx);
  const items = await mappedItems(tx, id, onlyItems, mappingsMax);
  const itemIds = [...new Set(items.map(({ item_id: itemId }) => itemId))];
  const { atp } = coverageOf(await readStockFigures(tx, mode, itemIds), safetyStock);
  const wanted = items.map(({ channel_sku, merchant_id, item_id }) => ({
    channel_sku,
    merchant_id,
    item_id,
    wanted: { available: storeQuantity(atp(item_id), buffer) },
  }));
  const queued = await want(tx, id, 'inventory', wanted);
  return { queued, unchanged: wanted.length - queued };
}
