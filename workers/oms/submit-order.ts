/** draft to pending_review: a line at least, every product known, every quantity above zero. */
import { submitOrder } from '../../db/oms/order-review.write.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.submitOrder> = async (work, { order_id: id }) => {
  await submitOrder(work, id);
  return { id };
};
