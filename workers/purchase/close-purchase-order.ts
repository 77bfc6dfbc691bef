/** Closes a purchase order short: what has not been received is no longer expected. */
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler } from '../engine/handler.ts';
import { endPurchaseOrder } from './end-purchase-order.ts';

export const closePurchaseOrder: Handler<typeof purchaseOrderCommands.closePurchaseOrder> = async (
  work,
  { order_id: id, reason = null },
) => {
  await endPurchaseOrder(work, id, 'close', reason);
  return { id };
};
