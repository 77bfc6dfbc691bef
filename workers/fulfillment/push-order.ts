/**
 * confirmed or allocated to released, with its shipments at commit. Two pushes in parallel create one set of shipments.
 */
import { pushTogether } from '../../db/fulfillment/push-order.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce } from '../orders/each-order-once.ts';

export const pushOrder: HandlerOfMany<typeof orderCommands.pushOrder> = eachOrderOnce((tx, asked) =>
  pushTogether(
    tx,
    asked.map(({ work, input }) => ({ work, request: input })),
  ),
);
