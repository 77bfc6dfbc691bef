/** pending_review to confirmed: ATP covers all lines together, or 409 INSUFFICIENT_ATP. */
import { approveOrder } from '../../db/oms/order-review.write.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.approveOrder> = async (work, { order_id: id }) => {
  await approveOrder(work, id);
  return { id };
};
