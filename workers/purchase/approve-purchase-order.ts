/** Approves a draft purchase order. Does nothing when repeated. */
import { approvePurchaseOrder as approve, lockPurchaseOrder } from '../../db/purchase/orders.write.ts';
import { purchaseOrderEvent } from '../../domain/purchase/events.ts';
import { purchaseOrderStates } from '../../domain/purchase/order-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const approvePurchaseOrder: Handler<typeof purchaseOrderCommands.approvePurchaseOrder> = async (
  { tx, actor, emit },
  { order_id: id },
) => {
  const order = await lockPurchaseOrder(tx, id);
  const status = nextState(purchaseOrderStates, order.stage, 'approve');
  if (order.approved_at) return { id };
  await approve(tx, id, actor.name);
  emit(purchaseOrderEvent(order, 'approved', { status, previous_status: order.status, total: order.total }));
  return { id };
};
