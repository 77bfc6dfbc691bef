/** Queues product changes for a store: the named products, or all mapped ones. */
import { countPending, countUnmapped, mappedItems, want } from '../../db/channels/pushes.write.ts';
import { assertMerchantItem } from '../../db/catalog/merchant-items.read.ts';
import { lockLiveConnection } from '../../db/integration/connections.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler } from '../engine/handler.ts';

const mappingsMax = 50_000;

export const syncProducts: Handler<typeof channelCommands.syncProducts> = async (
  { tx, signal },
  { connection_id: id, product_ids: named = null },
) => {
  const { merchant_id: merchantId } = await lockLiveConnection(tx, id);
  for (const [index, productId] of (named ?? []).entries())
    await assertMerchantItem(tx, merchantId, productId, `product_ids.${index}`);
  const items = await mappedItems(tx, id, named, mappingsMax);
  const wanted = items.map(({ channel_sku, merchant_id, item_id, sku, name, uom, weight_kg, is_active }) => ({
    channel_sku,
    store_location: '',
    merchant_id,
    item_id,
    wanted: {
      item_sku: sku,
      name,
      uom,
      weight_kg: weight_kg === null ? null : toJsonNumber(weight_kg),
      is_active,
    },
  }));
  const queued = await want(tx, id, 'product', wanted);
  signal({ kind: 'look', reason: 'pushes' });
  const unmapped = await countUnmapped(tx, id, named);
  const pending = await countPending(tx, id, 'product');
  return { connection_id: id, queued, unchanged: wanted.length - queued, pending, unmapped };
};
