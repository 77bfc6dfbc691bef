/** Cancels an order before its release; every reservation is released in the same transaction. */
import { readLines, takeOrder } from '../../db/orders/order-lock.write.ts';
import { openQty } from '../../db/fulfillment/order-sync.write.ts';
import { changeLines, moveOrder } from '../../db/orders/orders.write.ts';
import { dropReservations, lockCommitments } from '../../db/inventory/commitments.write.ts';
import { reservedDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelOrder: Handler<typeof orderCommands.cancelOrder> = async (work, { order_id: id }) => {
  const { tx } = work;
  const { order, to } = await takeOrder(tx, id, 'cancel');
  const lines = await readLines(tx, id);
  await lockCommitments(
    tx,
    reservedDemand(lines).map(({ item_id: itemId }) => itemId),
  );
  await dropReservations(tx, [id]);
  await changeLines(
    tx,
    lines.map((line) => ({
      id: line.id,
      backordered: `-${line.backordered_qty}`,
      // Some may have ended before, with a shipment that was cancelled.
      cancelled: String(openQty(line)),
    })),
  );
  await moveOrder(tx, order, to);
  work.emit(orderEvent(order, 'cancelled', { status: to, previous_status: order.status }));
  return { id };
};
