/** Maps a channel SKU to an item, or corrects it. A follow-up sets a new one on the drafts that waited for it. */
import {
  connectionOfMapping,
  insertMapping,
  lockLiveConnection,
  setMappedItem,
} from '../../db/integration/connections.write.ts';
import { assertMerchantItem } from '../../db/catalog/merchant-items.read.ts';
import { invalid } from '../../domain/refusal.ts';
import { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';

export const createMapping: Handler<typeof integrationCommands.createMapping> = async (
  work,
  { connection_id: connectionId, channel_sku: channelSku, item_id: itemId },
) => {
  const { tx } = work;
  if (channelSku !== channelSku.trim())
    throw invalid(
      'channel_sku',
      'text_ends',
      'channel_sku must not begin or end with a space: orders are read without them',
    );
  const { merchant_id: merchantId } = await lockLiveConnection(tx, connectionId);
  await assertMerchantItem(tx, merchantId, itemId, 'oms_product_id');
  const id = await insertMapping(tx, {
    connection_id: connectionId,
    merchant_id: merchantId,
    channel_sku: channelSku,
    item_id: itemId,
  });
  work.emit({
    type: 'channel.product_mapped',
    subject_type: 'channel_connection',
    subject_id: connectionId,
    data: { connection_id: connectionId, merchant_id: merchantId, mapping_id: id, item_id: itemId },
  });
  work.enqueue(integrationCommands.applyMapping, { mapping_id: id });
  return { id };
};

/** Orders that have the former item keep it: somebody may have picked it. */
export const updateMapping: Handler<typeof integrationCommands.updateMapping> = async (
  work,
  { mapping_id: id, item_id: itemId },
) => {
  const { tx } = work;
  const connectionId = await connectionOfMapping(tx, id);
  const { merchant_id: merchantId } = await lockLiveConnection(tx, connectionId);
  await assertMerchantItem(tx, merchantId, itemId, 'item_id');
  if (await setMappedItem(tx, id, itemId))
    work.emit({
      type: 'channel.product_mapped',
      subject_type: 'channel_connection',
      subject_id: connectionId,
      data: { connection_id: connectionId, merchant_id: merchantId, mapping_id: id, item_id: itemId },
    });
  return { id };
};
