/** fulfilled to delivered, along with its shipments. */
import { takeOrder } from '../../db/orders/order-lock.write.ts';
import { moveOrder } from '../../db/orders/orders.write.ts';
import { deliverOnly } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const deliverOrder: Handler<typeof orderCommands.deliverOrder> = async (work, { order_id: id }) => {
  const { tx } = work;
  const { order, to } = await takeOrder(tx, id, 'deliver');
  for (const shipment of await lockShipmentsOf(tx, id)) await deliverOnly(work, shipment);
  await moveOrder(tx, order, to);
  work.emit(orderEvent(order, 'delivered', { status: to, previous_status: order.status }));
  return { id };
};
