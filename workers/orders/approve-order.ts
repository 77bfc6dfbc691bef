/** pending_review to confirmed: ATP must cover all lines together, or 409 INSUFFICIENT_ATP. */
import { confirmTogether } from '../../db/orders/order-review.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { untilRepeated } from '../engine/each-of-group.ts';
import type { HandlerOfMany } from '../engine/handler.ts';

export const approveOrder: HandlerOfMany<typeof orderCommands.approveOrder> = (tx, asked) =>
  untilRepeated(
    asked,
    ({ input }) => input.order_id,
    async (firsts) => {
      const orders = firsts.map(({ work, input }) => ({ work, order_id: input.order_id }));
      const refusals = await confirmTogether(tx, orders);
      return firsts.map(({ input }, index) => refusals[index] ?? { id: input.order_id });
    },
  );
