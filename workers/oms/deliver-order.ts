/** fulfilled to delivered, its shipments with it. */
import { takeOrder } from '../../db/oms/order-lock.write.ts';
import { moveOrder } from '../../db/oms/orders.write.ts';
import { deliverOnly } from '../../db/wms/shipment-steps.write.ts';
import { lockShipmentsOf } from '../../db/wms/shipments.write.ts';
import { orderEvent } from '../../domain/oms/events.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.deliverOrder> = async (work, { order_id: id }) => {
  const { tx, organizationId } = work;
  const { order, to } = await takeOrder(tx, organizationId, id, 'deliver');
  for (const shipment of await lockShipmentsOf(tx, organizationId, id)) await deliverOnly(work, shipment);
  await moveOrder(tx, organizationId, order, to);
  work.tell(orderEvent(order, 'delivered', { status: to, previous_status: order.status }));
  return { id };
};
