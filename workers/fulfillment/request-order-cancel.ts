/**
 * Cancels a released order, or the rest of one that has shipped in part. Unpicked stock is available at once; picked
 * stock goes on hold with a put-back task. What has shipped cannot be cancelled: an order that shipped in part is
 * fulfilled with less and can be invoiced; one that shipped in full is refused with 400 ILLEGAL_TRANSITION.
 */
import { readLines, takeOrder } from '../../db/orders/order-lock.write.ts';
import { openQty, syncOrder } from '../../db/fulfillment/order-sync.write.ts';
import { changeLines, moveOrder } from '../../db/orders/orders.write.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { endOmsAllocations } from '../../db/orders/oms-stock.write.ts';
import { cancelOnly } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { sum, toJsonNumber } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from './list-what-left.ts';

export const requestOrderCancel: Handler<typeof orderCommands.requestOrderCancel> = async (
  work,
  { order_id: id, reason = '' },
) => {
  const { tx } = work;
  const { order, to } = await takeOrder(tx, id, 'cancel-request');
  const shipments = await lockShipmentsOf(tx, id);
  const lines = await readLines(tx, id);
  // Locks all items at once and in order, before the shipments lock their own.
  await lockCommitments(
    tx,
    lines.flatMap(({ item_id: itemId }) => (itemId ? [itemId] : [])),
  );
  for (const shipment of shipments.filter(({ status }) => !hasLeft(status))) {
    await cancelOnly(work, shipment);
  }
  await listWhatLeft(
    tx,
    shipments.map((one) => ({ work, shipment_id: one.id })),
  );
  if (order.inventory_mode === 'oms_standalone') await endOmsAllocations(work, id, 'released');
  await changeLines(
    tx,
    lines.map((line) => ({
      id: line.id,
      backordered: `-${line.backordered_qty}`,
      cancelled: String(openQty(line)),
    })),
  );
  await moveOrder(tx, order, to);
  const states = { status: to, previous_status: order.status };
  const cancelled = sum(lines.map(openQty));
  work.emit(
    to === 'fulfilled'
      ? orderEvent(order, to, states, {
          cancelled_qty: toJsonNumber(cancelled),
          ...(reason ? { reason } : {}),
        })
      : orderEvent(order, 'cancelled', states, reason ? { reason } : {}),
  );
  // If everything that shipped has already arrived, no later event will report it.
  if (to === 'fulfilled') await syncOrder(work, id);
  return { id };
};
