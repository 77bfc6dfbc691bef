/**
 * confirmed or allocated to released, with its shipments at commit. Two pushes in parallel create one set of shipments.
 * With `ship` they leave at once.
 */
import { pushTogether } from '../../db/fulfillment/push-order.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { shippedAtOnce } from './ship-at-once.ts';

export const pushOrder: HandlerOfMany<typeof orderCommands.pushOrder> = shippedAtOnce((tx, asked) =>
  pushTogether(
    tx,
    asked.map(({ work, input }) => ({ work, request: input })),
  ),
);
