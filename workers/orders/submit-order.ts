/** draft to pending_review: needs at least one line, known products, and quantities above zero. */
import { sendTogetherToReview } from '../../db/orders/order-review.write.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce } from './each-order-once.ts';

export const submitOrder: HandlerOfMany<typeof orderCommands.submitOrder> =
  eachOrderOnce(sendTogetherToReview);
