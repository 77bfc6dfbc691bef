/** confirmed or allocated to released, with its shipments at commit. Twice in parallel: one set of shipments. */
import { pushToWarehouse } from '../../db/fulfillment/push-order.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../handler.ts';

export const pushOrder: Handler<typeof orderCommands.pushOrder> = async (work, input) => {
  await pushToWarehouse(work, input);
  return { id: input.order_id };
};
