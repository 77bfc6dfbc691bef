/**
 * confirmed or allocated to released, with its shipments at commit. Two pushes in parallel create one set of shipments.
 */
import { pushTogether } from '../../db/fulfillment/push-order.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { untilRepeated } from '../engine/each-of-group.ts';
import type { HandlerOfMany } from '../engine/handler.ts';

export const pushOrder: HandlerOfMany<typeof orderCommands.pushOrder> = (tx, asked) =>
  untilRepeated(
    asked,
    ({ input }) => input.order_id,
    async (firsts) => {
      const pushes = firsts.map(({ work, input }) => ({ work, request: input }));
      const refusals = await pushTogether(tx, pushes);
      return firsts.map(({ input }, index) => refusals[index] ?? { id: input.order_id });
    },
  );
