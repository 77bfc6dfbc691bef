/** confirmed to allocated: binds the promise to a warehouse, all lines or, with allow_partial, what it covers. */
import { bindTogether } from '../../db/orders/allocate-order.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce } from './each-order-once.ts';

export const allocateOrder: HandlerOfMany<typeof orderCommands.allocateOrder> = eachOrderOnce(bindTogether);
