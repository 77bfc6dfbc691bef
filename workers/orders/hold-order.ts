/** Places a hold on an order that is not finished. */
import { placeHold } from '../../db/orders/holds.write.ts';
import { lockOrder } from '../../db/orders/order-lock.write.ts';
import { hasEnded } from '../../domain/orders/order-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const holdOrder: Handler<typeof orderCommands.holdOrder> = async (
  work,
  { order_id: id, reason, note = '' },
) => {
  const order = await lockOrder(work.tx, id);
  if (hasEnded(order.status)) {
    throw new Refusal(
      'ILLEGAL_TRANSITION',
      `A sales order that is ${order.status} does not move, so it cannot be held.`,
      {
        from: order.status,
        action: 'hold',
        allowed: [],
      },
    );
  }
  await placeHold(work, order, reason, note);
  return { id };
};
