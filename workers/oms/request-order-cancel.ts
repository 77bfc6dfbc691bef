/**
 * Cancels a released order. Unpicked stock is available at once; picked stock goes on hold with a put-back task. What has
 * shipped cannot be cancelled: such an order is no longer released, so 400 ILLEGAL_TRANSITION.
 */
import { readLines, takeOrder } from '../../db/oms/order-lock.write.ts';
import { openQty } from '../../db/oms/order-settle.write.ts';
import { changeLines, moveOrder } from '../../db/oms/orders.write.ts';
import { lockPromises } from '../../db/oms/promises.write.ts';
import { endOmsAllocations } from '../../db/oms/standalone.write.ts';
import { cancelOnly } from '../../db/wms/shipment-steps.write.ts';
import { lockShipmentsOf } from '../../db/wms/shipments.write.ts';
import { orderEvent } from '../../domain/oms/events.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.requestOrderCancel> = async (
  work,
  { order_id: id, reason = '' },
) => {
  const { tx, organizationId } = work;
  const { order, to } = await takeOrder(tx, organizationId, id, 'cancel-request');
  const shipments = await lockShipmentsOf(tx, organizationId, id);
  const lines = await readLines(tx, organizationId, id);
  // All items at once and in order, before the shipments ask for their own.
  await lockPromises(
    tx,
    organizationId,
    lines.flatMap(({ item_id: itemId }) => (itemId ? [itemId] : [])),
  );
  for (const shipment of shipments) await cancelOnly(work, shipment);
  if (order.inventory_mode === 'oms_standalone') await endOmsAllocations(work, id, 'released');
  await changeLines(
    tx,
    organizationId,
    lines.map((line) => ({
      id: line.id,
      backordered: `-${line.backordered_qty}`,
      cancelled: String(openQty(line)),
    })),
  );
  await moveOrder(tx, organizationId, order, to);
  work.tell(
    orderEvent(order, 'cancelled', { status: to, previous_status: order.status }, reason ? { reason } : {}),
  );
  return { id };
};
