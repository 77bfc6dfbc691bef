/**
 * Cancels a released order. Unpicked stock is available at once; picked stock goes on hold with a put-back task. An
 * order that has shipped is no longer released and cannot be cancelled: 400 ILLEGAL_TRANSITION.
 */
import { readLines, takeOrder } from '../../db/orders/order-lock.write.ts';
import { openQty } from '../../db/fulfillment/order-sync.write.ts';
import { changeLines, moveOrder } from '../../db/orders/orders.write.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { endOmsAllocations } from '../../db/orders/standalone.write.ts';
import { cancelOnly } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../handler.ts';

export const requestOrderCancel: Handler<typeof orderCommands.requestOrderCancel> = async (
  work,
  { order_id: id, reason = '' },
) => {
  const { tx, organizationId } = work;
  const { order, to } = await takeOrder(tx, organizationId, id, 'cancel-request');
  const shipments = await lockShipmentsOf(tx, organizationId, id);
  const lines = await readLines(tx, organizationId, id);
  // Locks all items at once and in order, before the shipments lock their own.
  await lockCommitments(
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
  work.emit(
    orderEvent(order, 'cancelled', { status: to, previous_status: order.status }, reason ? { reason } : {}),
  );
  return { id };
};
