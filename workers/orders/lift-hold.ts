/** Lifts a hold; after the last one the order can move again. */
import { closeHold } from '../../db/orders/holds.write.ts';
import { lockOrder } from '../../db/orders/order-lock.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const liftHold: Handler<typeof orderCommands.liftHold> = async (
  work,
  { order_id: id, hold_id: holdId },
) => {
  const order = await lockOrder(work.tx, id);
  await closeHold(work, order, holdId);
  return { id };
};
