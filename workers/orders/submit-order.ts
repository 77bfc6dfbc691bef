/** draft to pending_review: needs at least one line, known products, and quantities above zero. */
import { sendTogetherToReview } from '../../db/orders/order-review.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { untilRepeated } from '../engine/each-of-group.ts';
import type { HandlerOfMany } from '../engine/handler.ts';

export const submitOrder: HandlerOfMany<typeof orderCommands.submitOrder> = (tx, asked) =>
  untilRepeated(
    asked,
    ({ input }) => input.order_id,
    async (firsts) => {
      const orders = firsts.map(({ work, input }) => ({ work, order_id: input.order_id }));
      const refusals = await sendTogetherToReview(tx, orders);
      return firsts.map(({ input }, index) => refusals[index] ?? { id: input.order_id });
    },
  );
