/**
 * released or partially_fulfilled to fulfilled: allocated stock ships, open shipments are driven to shipped, and
 * backorders end.
 */
import type { TenantTransaction } from '../../db/database.ts';
import { cancelOpenLines, openQty, syncOrders } from '../../db/fulfillment/order-sync.write.ts';
import { shipOnly } from '../../db/fulfillment/shipment-steps.write.ts';
import { shipTogether } from '../../db/fulfillment/steps-together.write.ts';
import { endOmsAllocations } from '../../db/orders/oms-stock.write.ts';
import { lockOrders, moveOrders } from '../../db/orders/orders-together.write.ts';
import { changeLines } from '../../db/orders/orders.write.ts';
import { sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { listWhatLeft } from './list-what-left.ts';
import { stepOrders, type SteppingOrder } from './step-orders.ts';

type Fulfilling = SteppingOrder<InputOf<typeof orderCommands.fulfillOrder>>;

export const fulfillOrder = stepOrders<InputOf<typeof orderCommands.fulfillOrder>>({
  action: 'fulfill',
  // One that may not ship stops the others of its order.
  isAlone: ({ open }) => open.length > 1,
  together: async (tx, orders) => {
    const shipping = orders.flatMap((order) =>
      order.open.map((taken) => ({ order, taken, work: order.asked.work, facts: {} })),
    );
    const stepped = await shipTogether(tx, shipping);
    const refusals = new Map<Fulfilling, Refusal>();
    for (const [index, { order }] of shipping.entries()) {
      const done = stepped[index]!;
      if (typeof done !== 'boolean') refusals.set(order, done);
    }
    await endRest(
      tx,
      orders.filter((one) => !refusals.has(one)),
    );
    return refusals;
  },
  alone: async (tx, order) => {
    const { asked, open } = order;
    if (order.order.inventory_mode === 'wms_sync') {
      for (const { shipment } of open) await shipOnly(asked.work, shipment);
    } else {
      const shipped = await endOmsAllocations(asked.work, order.order.id, 'shipped');
      await changeLines(
        tx,
        [...shipped].map(([line, fulfilled]) => ({ id: line, fulfilled })),
      );
    }
    await endRest(tx, [order]);
  },
});

/** Lists what left, and ends what the orders still wait for, and the orders with it: delivered, where all has arrived. */
async function endRest(tx: TenantTransaction, orders: readonly Fulfilling[]): Promise<void> {
  if (orders.length === 0) return;
  const now = await lockOrders(
    tx,
    orders.map(({ order }) => order.id),
  );
  const ending = orders.map((one) => ({
    ...one,
    rest: now.get(one.order.id)!.lines.filter((line) => openQty(line).gt(zero)),
  }));
  await cancelOpenLines(
    tx,
    ending.flatMap(({ rest }) => rest),
  );
  await moveOrders(
    tx,
    ending.map(({ order, to }) => ({ id: order.id, to })),
  );
  for (const { order, to, rest, asked } of ending) {
    const states = { status: to, previous_status: order.status };
    const ended = toJsonNumber(sum(rest.map(openQty)));
    asked.work.emit(orderEvent(order, 'fulfilled', states, { cancelled_qty: ended }));
  }
  await listWhatLeft(
    tx,
    ending.flatMap(({ asked: { work }, open }) =>
      open.map(({ shipment }) => ({ work, shipment_id: shipment.id })),
    ),
  );
  // If all that shipped of one has arrived already, no later event will report it.
  await syncOrders(
    tx,
    ending
      .filter(({ open }) => open.length === 0)
      .map(({ asked: { work }, order }) => ({ work, orderId: order.id })),
  );
}
