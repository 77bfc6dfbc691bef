/** fulfilled to delivered, along with their shipments. */
import { isThere } from '../../db/fulfillment/shipment-steps.write.ts';
import { writeDelivered } from '../../db/fulfillment/steps-together.write.ts';
import { moveOrders, takeSteps } from '../../db/orders/orders-together.write.ts';
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { isGood, refusalOr } from '../../domain/refusal.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce } from '../orders/each-order-once.ts';

export const deliverOrder: HandlerOfMany<typeof orderCommands.deliverOrder> = eachOrderOnce(
  async (tx, asked) => {
    const steps = await takeSteps(tx, asked, 'deliver');
    const ids = steps.filter(isGood).map(({ order }) => order.id);
    const shipmentsOf = groupBy(await lockShipmentsOf(tx, ...ids), ({ order_id: id }) => id);
    const judged = steps.map((step) => {
      if (!isGood(step)) return step;
      const shipments = shipmentsOf.get(step.order.id) ?? [];
      return refusalOr(() => ({
        ...step,
        shipments: shipments.filter((one) => !isThere(one, 'deliver', 'delivered')),
      }));
    });
    const delivering = judged.filter(isGood);
    await writeDelivered(
      tx,
      delivering.flatMap(({ asked: { work }, shipments }) =>
        shipments.map((shipment) => ({ work, shipment, facts: {} })),
      ),
    );
    await moveOrders(
      tx,
      delivering.map(({ order, to }) => ({ id: order.id, to })),
    );
    for (const { asked: one, order, to } of delivering)
      one.work.emit(orderEvent(order, 'delivered', { status: to, previous_status: order.status }));
    return judged.map((one) => (isGood(one) ? undefined : one));
  },
);
