/** confirmed or allocated to released, with its shipments at commit. Twice in parallel: one set of shipments. */
import { pushOrder } from '../../db/oms/push-order.write.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.pushOrder> = async (work, input) => {
  await pushOrder(work, input);
  return { id: input.order_id };
};
