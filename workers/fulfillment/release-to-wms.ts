/**
 * Releases an order to the WMS from any earlier status, in one transaction: submits and approves it if needed, each
 * step with its own checks and event, then pushes it. The approval needs its own permission.
 */
import { confirmOrder, sendToReview } from '../../db/orders/order-review.write.ts';
import { lockWmsOrder, pushToWarehouse } from '../../db/fulfillment/push-order.write.ts';
import { heldWhenAsked } from '../../domain/permissions.ts';
import { orderStates } from '../../domain/orders/order-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

const approving = 'oms.orders.approve';

export const releaseToWms: Handler<typeof orderCommands.releaseToWms> = async (work, input) => {
  const { tx, actor } = work;
  const { order_id: id } = input;
  const { status } = await lockWmsOrder(tx, id);
  const isBefore = status === 'draft' || status === 'pending_review';
  if (!isBefore && !allowedActions(orderStates, status).includes('push-to-wms')) {
    // In the caller's terms: this API surface knows no other action on an order.
    const details = { from: status, action: 'release', allowed: [] };
    throw new Refusal('ILLEGAL_TRANSITION', `A sales order that is ${status} cannot be released.`, details);
  }
  if (isBefore) {
    if (!heldWhenAsked(actor, approving)) {
      throw new Refusal(
        'FORBIDDEN',
        `Releasing an order that is not confirmed needs the permission ${approving}.`,
        {
          permission: approving,
        },
      );
    }
    if (status === 'draft') await sendToReview(work, id);
    await confirmOrder(work, id);
  }
  await pushToWarehouse(work, input);
  return { id };
};
