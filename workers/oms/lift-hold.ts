/** Lifts a hold; the order moves again when it was the last. */
import { liftHold } from '../../db/oms/holds.write.ts';
import { lockOrder } from '../../db/oms/order-lock.write.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.liftHold> = async (
  work,
  { order_id: id, hold_id: holdId },
) => {
  const order = await lockOrder(work.tx, work.organizationId, id);
  await liftHold(work, order, holdId);
  return { id };
};
