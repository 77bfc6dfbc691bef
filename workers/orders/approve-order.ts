/** pending_review to confirmed: ATP must cover all lines together, or 409 INSUFFICIENT_ATP. */
import { confirmTogether } from '../../db/orders/order-review.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce } from './each-order-once.ts';

export const approveOrder: HandlerOfMany<typeof orderCommands.approveOrder> = eachOrderOnce(confirmTogether);
