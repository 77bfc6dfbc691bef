/**
 * Sets the item on drafts that waited for a mapping; the last one lifts the hold, and the flow continues. One that waits
 * for others still is resumed too, so that its reason names those alone. A few at a time.
 */
import { draftsThatWait, mapLines } from '../../db/integration/connections.write.ts';
import { runsThatWait } from '../../db/integration/runs.write.ts';
import { followMapping } from '../../db/orders/holds.write.ts';
import { lockOrder } from '../../db/orders/order-lock.write.ts';
import { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';

const ordersMax = 50;

export const applyMapping: Handler<typeof integrationCommands.applyMapping> = async (
  work,
  { mapping_id: mappingId },
) => {
  const { tx } = work;
  const waiting = await draftsThatWait(tx, mappingId, ordersMax);
  const touched: string[] = [];
  for (const { order_id: orderId, channel_sku: sku, item_id: itemId } of waiting) {
    const order = await lockOrder(tx, orderId);
    if (order.status !== 'draft') continue;
    const isUnmapped = await mapLines(tx, orderId, sku, itemId);
    await followMapping(work, order, isUnmapped);
    touched.push(orderId);
  }
  for (const { id } of await runsThatWait(tx, touched))
    work.enqueue(integrationCommands.resumeRun, { run_id: id });
  if (waiting.length === ordersMax) work.enqueue(integrationCommands.applyMapping, { mapping_id: mappingId });
  return { order_count: waiting.length };
};
