/**
 * allocated to released: the promise becomes hard allocations (location, lot). With a WMS the shipment is created at
 * commit, as by a push. Refuses 409 INSUFFICIENT_STOCK when the stock has been taken since.
 */
import { readLines, readOrderSettings, takeOrder } from '../../db/orders/order-lock.write.ts';
import { moveOrder } from '../../db/orders/orders.write.ts';
import { dropReservations, lockCommitments } from '../../db/inventory/commitments.write.ts';
import { releaseToWarehouses } from '../../db/fulfillment/release.write.ts';
import { allocateOms } from '../../db/orders/oms-stock.write.ts';
import { reservedDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { invalid } from '../../domain/refusal.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const releaseOrder: Handler<typeof orderCommands.releaseOrder> = async (
  work,
  { order_id: id, ship_mode: shipMode },
) => {
  const { tx } = work;
  const { order, to } = await takeOrder(tx, id, 'release');
  if (!shipMode) throw invalid('ship_mode', 'required', 'ship_mode is required');
  const lines = reservedDemand(await readLines(tx, id));
  const warehouseId = order.warehouse_id!;
  await lockCommitments(
    tx,
    lines.map(({ item_id: itemId }) => itemId),
  );

  if (order.inventory_mode === 'wms_sync') {
    const { allocation_strategy: strategy } = await readOrderSettings(tx);
    const parts = [{ warehouse_id: warehouseId, lines }];
    await releaseToWarehouses(tx, strategy, [{ work, order, to, shipMode, parts }]);
    return { id };
  }
  await dropReservations(tx, [id]);
  await allocateOms(work, order, warehouseId, lines);
  await moveOrder(tx, order, to, { ship_mode: shipMode });
  work.emit(
    orderEvent(order, 'released', { status: to, previous_status: order.status }, { ship_mode: shipMode }),
  );
  return { id };
};
