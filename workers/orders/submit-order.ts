/** draft to pending_review: a line at least, every product known, every quantity above zero. */
import { sendToReview } from '../../db/orders/order-review.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../handler.ts';

export const submitOrder: Handler<typeof orderCommands.submitOrder> = async (work, { order_id: id }) => {
  await sendToReview(work, id);
  return { id };
};
