/**
 * Cancels a released order, or the rest of one that has shipped in part. Unpicked stock is available at once; picked
 * stock goes on hold with a put-back task. What has shipped cannot be cancelled: an order that shipped in part is
 * fulfilled with less and can be invoiced; one that shipped in full is refused with 400 ILLEGAL_TRANSITION.
 */
import type { TenantTransaction } from '../../db/database.ts';
import { cancelOpenLines, openQty, syncOrder } from '../../db/fulfillment/order-sync.write.ts';
import { cancelOnly } from '../../db/fulfillment/shipment-steps.write.ts';
import { touchedAmong, withdrawTogether } from '../../db/fulfillment/withdraw-together.write.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { endOmsAllocations } from '../../db/orders/oms-stock.write.ts';
import { moveOrders } from '../../db/orders/orders-together.write.ts';
import { sum, toJsonNumber } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { listWhatLeft } from './list-what-left.ts';
import { stepOrders, type SteppingOrder } from './step-orders.ts';

type Cancelling = SteppingOrder<InputOf<typeof orderCommands.requestOrderCancel>>;

export const requestOrderCancel = stepOrders<InputOf<typeof orderCommands.requestOrderCancel>>({
  action: 'cancel-request',
  notPlain: touchedAmong,
  // It has to follow what has shipped.
  isAlone: ({ to }) => to === 'fulfilled',
  together: async (tx, orders) => {
    await lockItems(tx, orders);
    await withdrawTogether(
      tx,
      orders.flatMap(({ asked: { work }, open }) => open.map((taken) => ({ work, taken }))),
    );
    await endOrders(tx, orders);
    return new Map();
  },
  alone: async (tx, order) => {
    const { asked, open, to } = order;
    const { work } = asked;
    const { id, inventory_mode: mode } = order.order;
    await lockItems(tx, [order]);
    for (const { shipment } of open) await cancelOnly(work, shipment);
    await listWhatLeft(
      tx,
      open.map(({ shipment }) => ({ work, shipment_id: shipment.id })),
    );
    if (mode === 'oms_standalone') await endOmsAllocations(work, id, 'released');
    await endOrders(tx, [order]);
    // If everything that shipped has already arrived, no later event will report it.
    if (to === 'fulfilled') await syncOrder(work, id);
  },
});

/** Locks all items at once and in order, before the shipments lock their own. */
function lockItems(tx: TenantTransaction, orders: readonly Cancelling[]): Promise<void> {
  const lines = orders.flatMap((one) => one.lines);
  return lockCommitments(
    tx,
    lines.flatMap(({ item_id: itemId }) => (itemId ? [itemId] : [])),
  );
}

async function endOrders(tx: TenantTransaction, orders: readonly Cancelling[]): Promise<void> {
  await cancelOpenLines(
    tx,
    orders.flatMap(({ lines }) => lines),
  );
  await moveOrders(
    tx,
    orders.map(({ order, to }) => ({ id: order.id, to })),
  );
  for (const { order, to, lines, asked } of orders) {
    const states = { status: to, previous_status: order.status };
    const { reason = '' } = asked.input;
    const more = reason ? { reason } : {};
    const cancelled = { cancelled_qty: toJsonNumber(sum(lines.map(openQty))), ...more };
    asked.work.emit(
      to === 'fulfilled'
        ? orderEvent(order, to, states, cancelled)
        : orderEvent(order, 'cancelled', states, more),
    );
  }
}
