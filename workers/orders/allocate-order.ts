/** confirmed to allocated: binds the promise to a warehouse, all lines or, with allow_partial, what it covers. */
import { bindToWarehouse } from '../../db/orders/allocate-order.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const allocateOrder: Handler<typeof orderCommands.allocateOrder> = async (work, input) => {
  await bindToWarehouse(work, input);
  return { id: input.order_id };
};
