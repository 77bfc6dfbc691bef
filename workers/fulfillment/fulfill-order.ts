/**
 * released or partially_fulfilled to fulfilled: allocated stock ships, open shipments are driven to shipped, and
 * backorders end.
 */
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { shipOnly } from '../../db/fulfillment/shipment-steps.write.ts';
import { openQty } from '../../db/fulfillment/order-sync.write.ts';
import { readLines, takeOrder } from '../../db/orders/order-lock.write.ts';
import { changeLines, moveOrder } from '../../db/orders/orders.write.ts';
import { endOmsAllocations } from '../../db/orders/oms-stock.write.ts';
import { sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from './list-what-left.ts';

export const fulfillOrder: Handler<typeof orderCommands.fulfillOrder> = async (work, { order_id: id }) => {
  const { tx } = work;
  const { order, to } = await takeOrder(tx, id, 'fulfill');
  if (order.inventory_mode === 'wms_sync') {
    const shipments = await lockShipmentsOf(tx, id);
    for (const shipment of shipments) {
      if (shipment.status === 'shipped' || shipment.status === 'delivered') continue;
      await shipOnly(work, shipment);
    }
    await listWhatLeft(
      tx,
      shipments.map((one) => ({ work, shipment_id: one.id })),
    );
  } else {
    const shipped = await endOmsAllocations(work, id, 'shipped');
    await changeLines(
      tx,
      [...shipped].map(([line, fulfilled]) => ({ id: line, fulfilled })),
    );
  }
  const rest = (await readLines(tx, id)).filter((line) => openQty(line).gt(zero));
  await changeLines(
    tx,
    rest.map((line) => ({
      id: line.id,
      backordered: `-${line.backordered_qty}`,
      cancelled: String(openQty(line)),
    })),
  );
  await moveOrder(tx, order, to);
  const ended = toJsonNumber(sum(rest.map(openQty)));
  work.emit(
    orderEvent(order, 'fulfilled', { status: to, previous_status: order.status }, { cancelled_qty: ended }),
  );
  return { id };
};
