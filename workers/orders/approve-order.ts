/** pending_review to confirmed: ATP covers all lines together, or 409 INSUFFICIENT_ATP. */
import { confirmOrder } from '../../db/orders/order-review.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../handler.ts';

export const approveOrder: Handler<typeof orderCommands.approveOrder> = async (work, { order_id: id }) => {
  await confirmOrder(work, id);
  return { id };
};
