/**
 * pending_review to confirmed: ATP covers all lines together, summed per item, or 409 INSUFFICIENT_ATP. The items'
 * promises are locked while stock is read and the reservation is placed, so two approvals cannot promise one unit.
 */
import { readCoverage } from '../../db/oms/coverage.read.ts';
import { readLines, readOrderSettings, takeOrder } from '../../db/oms/order-lock.write.ts';
import { moveOrder } from '../../db/oms/orders.write.ts';
import { lockPromises, placeReservations } from '../../db/oms/promises.write.ts';
import { shortages } from '../../domain/oms/coverage.ts';
import { insufficientAtp, orderedDemand } from '../../domain/oms/demand.ts';
import { orderEvent } from '../../domain/oms/events.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.approveOrder> = async (work, { order_id: id }) => {
  const { tx, organizationId } = work;
  const { order, to } = await takeOrder(tx, organizationId, id, 'approve');
  const demand = orderedDemand(await readLines(tx, organizationId, id));
  const settings = await readOrderSettings(tx, organizationId);
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockPromises(tx, organizationId, itemIds);
  const coverage = await readCoverage(tx, {
    organizationId,
    mode: order.inventory_mode,
    itemIds,
    safetyStock: settings.safety_stock,
    suffices: ({ atp }) => shortages(demand, atp).length === 0,
  });
  const short = shortages(demand, coverage.atp);
  if (short.length > 0) throw insufficientAtp(short);

  if (settings.reserve_at === 'confirm') {
    await placeReservations(
      tx,
      organizationId,
      demand.map(({ line_id: lineId, item_id: itemId, qty }) => ({
        order_line_id: lineId,
        order_id: id,
        merchant_id: order.merchant_id,
        item_id: itemId,
        warehouse_id: null,
        qty: String(qty),
      })),
    );
  }
  await moveOrder(tx, organizationId, order, to);
  work.tell(orderEvent(order, 'confirmed', { status: to, previous_status: order.status }));
  return { id };
};
