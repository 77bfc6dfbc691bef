/** Cancels orders before their release; every reservation is released in the same transaction. */
import { cancelOpenLines } from '../../db/fulfillment/order-sync.write.ts';
import { moveOrders, takeSteps } from '../../db/orders/orders-together.write.ts';
import { dropReservations, lockCommitments } from '../../db/inventory/commitments.write.ts';
import { reservedDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { isGood } from '../../domain/refusal.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce } from './each-order-once.ts';

export const cancelOrder: HandlerOfMany<typeof orderCommands.cancelOrder> = eachOrderOnce(
  async (tx, asked) => {
    const steps = await takeSteps(tx, asked, 'cancel');
    const ending = steps.filter(isGood);
    const lines = ending.flatMap((one) => one.lines);
    await lockCommitments(
      tx,
      reservedDemand(lines).map(({ item_id: itemId }) => itemId),
    );
    await dropReservations(
      tx,
      ending.map(({ order }) => order.id),
    );
    await cancelOpenLines(tx, lines);
    await moveOrders(
      tx,
      ending.map(({ order, to }) => ({ id: order.id, to })),
    );
    for (const { asked: one, order, to } of ending)
      one.work.emit(orderEvent(order, 'cancelled', { status: to, previous_status: order.status }));
    return steps.map((one) => (isGood(one) ? undefined : one));
  },
);
