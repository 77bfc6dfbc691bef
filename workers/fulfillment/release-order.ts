/**
 * allocated to released: the promise becomes hard allocations (location, lot). With a WMS the shipment is created at
 * commit, as by a push. Refuses 409 INSUFFICIENT_STOCK when the stock has been taken since.
 */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { readOrderSettings } from '../../db/orders/order-lock.write.ts';
import { takeSteps, type OrderStep } from '../../db/orders/orders-together.write.ts';
import { moveOrder } from '../../db/orders/orders.write.ts';
import { dropReservations, lockCommitments } from '../../db/inventory/commitments.write.ts';
import { releaseToWarehouses } from '../../db/fulfillment/release.write.ts';
import { allocateOms } from '../../db/orders/oms-stock.write.ts';
import { reservedDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { invalid, isGood, refusalOrLater, Refusal } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce, type AskedWith } from '../orders/each-order-once.ts';

type ReleaseOrder = typeof orderCommands.releaseOrder;
type ShipMode = NonNullable<InputOf<ReleaseOrder>['ship_mode']>;
type Releasing = OrderStep<AskedWith<InputOf<ReleaseOrder>>> & { shipMode: ShipMode };

export const releaseOrder: HandlerOfMany<ReleaseOrder> = eachOrderOnce(async (tx, asked) => {
  const steps = (await takeSteps(tx, asked, 'release')).map((step): Releasing | Refusal => {
    if (!isGood(step)) return step;
    const { ship_mode: shipMode } = step.asked.input;
    return shipMode ? { ...step, shipMode } : invalid('ship_mode', 'required', 'ship_mode is required');
  });
  const releasing = steps.filter(isGood);
  await lockCommitments(
    tx,
    releasing.flatMap(({ lines }) => reservedDemand(lines).map(({ item_id: itemId }) => itemId)),
  );
  const refusals = await releaseAll(tx, releasing);
  return steps.map((step) => (isGood(step) ? refusals.get(step) : step));
});

/** Those with a WMS as one, unless one of them is refused. */
async function releaseAll(
  tx: TenantTransaction,
  releasing: readonly Releasing[],
): Promise<ReadonlyMap<Releasing, Refusal>> {
  const inWms = releasing.filter(({ order }) => order.inventory_mode === 'wms_sync');
  const together = await refusalOrLater(() => inSavepoint(tx, () => releaseInWms(tx, inWms)));
  const refusals = new Map<Releasing, Refusal>();
  for (const one of isGood(together) ? releasing.filter((each) => !inWms.includes(each)) : releasing) {
    const alone = await refusalOrLater(() =>
      inSavepoint(tx, () => (inWms.includes(one) ? releaseInWms(tx, [one]) : releaseInOms(one))),
    );
    if (!isGood(alone)) refusals.set(one, alone);
  }
  return refusals;
}

async function releaseInWms(tx: TenantTransaction, releasing: readonly Releasing[]): Promise<void> {
  if (releasing.length === 0) return;
  const { allocation_strategy: strategy } = await readOrderSettings(tx);
  await releaseToWarehouses(
    tx,
    strategy,
    releasing.map(({ asked: { work }, order, to, shipMode, lines }) => ({
      work,
      order,
      to,
      shipMode,
      parts: [{ warehouse_id: order.warehouse_id!, lines: reservedDemand(lines) }],
    })),
  );
}

async function releaseInOms({ asked: { work }, order, to, shipMode, lines }: Releasing): Promise<void> {
  const { tx } = work;
  await dropReservations(tx, [order.id]);
  await allocateOms(work, order, order.warehouse_id!, reservedDemand(lines));
  await moveOrder(tx, order, to, { ship_mode: shipMode });
  const states = { status: to, previous_status: order.status };
  work.emit(orderEvent(order, 'released', states, { ship_mode: shipMode }));
}
