/** Cancels a purchase order of which nothing was received, together with its ASNs that have not arrived. */
import { cancelAsnsOfOrder } from '../../db/purchase/asns.write.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler } from '../engine/handler.ts';
import { endPurchaseOrder } from './end-purchase-order.ts';

export const cancelPurchaseOrder: Handler<typeof purchaseOrderCommands.cancelPurchaseOrder> = async (
  work,
  { order_id: id, reason = null },
) => {
  const { tx, emit } = work;
  const order = await endPurchaseOrder(work, id, 'cancel', reason);
  if (!order) return { id };
  for (const asn of await cancelAsnsOfOrder(tx, id))
    emit(asnEvent(asn, 'cancelled', { status: 'cancelled', previous_status: asn.status }));
  return { id };
};
