/**
 * released or partially_fulfilled to partially_fulfilled: ships some quantities from what is allocated to their lines.
 * Reaching the ordered total is 400 USE_FULFILL; more than is allocated is 409 INSUFFICIENT_ALLOCATION.
 */
import { shipPart } from '../../db/fulfillment/ship-part.write.ts';
import { openQty } from '../../db/fulfillment/order-sync.write.ts';
import { readLines, takeOrder, type OrderLine } from '../../db/orders/order-lock.write.ts';
import { lockOrders } from '../../db/orders/orders-together.write.ts';
import { lockHeldStock } from '../../db/shipping/loads.write.ts';
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { changeLines, moveOrder } from '../../db/orders/orders.write.ts';
import { assertWholeUnits } from '../../db/inventory/stock-references.read.ts';
import { endOmsAllocations } from '../../db/orders/oms-stock.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from './list-what-left.ts';

type FulfillInPart = typeof orderCommands.fulfillOrderInPart;

const fulfillOne: Handler<FulfillInPart> = async (work, { order_id: id, lines: given }) => {
  const { tx } = work;
  const { order, to } = await takeOrder(tx, id, 'partial_fulfill');
  if (!given) throw invalid('lines', 'required', 'lines is required');
  const lines = await readLines(tx, id);
  const wanted = wantedByLine(lines, given);
  if (order.inventory_mode === 'wms_sync') {
    const itemOf = new Map(lines.map(({ id: lineId, item_id }) => [lineId, item_id]));
    const units = given.map(({ line_id: lineId, qty }) => ({ item_id: itemOf.get(lineId) ?? null, qty }));
    await assertWholeUnits(tx, units, (index) => `lines.${index}.qty`);
  }

  const shipped =
    order.inventory_mode === 'wms_sync'
      ? await shipPart(work, order, wanted)
      : await endOmsAllocations(work, id, 'shipped', wanted);
  refuseShort(lines, wanted, shipped);

  await changeLines(
    tx,
    [...shipped].map(([line, fulfilled]) => ({ id: line, fulfilled })),
  );
  await moveOrder(tx, order, to);
  const states = { status: to, previous_status: order.status };
  const told = [...shipped].map(([line, qty]) => ({ line_id: line, qty: toJsonNumber(qty) }));
  work.emit(orderEvent(order, 'partially_fulfilled', states, { lines: told }));
  await listWhatLeft(
    tx,
    (await lockShipmentsOf(tx, id)).map((one) => ({ work, shipment_id: one.id })),
  );
  return { id };
};

/** Those of a group one after another; what each of them locks, of all of them and in order. */
export const fulfillOrderInPart = inTurn<FulfillInPart>(async (tx, asked) => {
  const orders = await lockOrders(
    tx,
    asked.map(({ input }) => input.order_id),
  );
  const shipments = await lockShipmentsOf(tx, ...orders.keys());
  await lockHeldStock(
    tx,
    shipments.map(({ id }) => id),
  );
}, fulfillOne);

function wantedByLine(
  lines: readonly OrderLine[],
  given: readonly { line_id: string; qty: number }[],
): Map<string, string> {
  const wanted = new Map<string, Decimal>();
  given.forEach(({ line_id: lineId, qty }, index) => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw unknownReference(`lines.${index}.line_id`, 'line of the order');
    wanted.set(line.id, (wanted.get(line.id) ?? zero).plus(decimal(qty)));
  });
  const open = sum(lines.map(openQty));
  if (sum(wanted.values()).gte(open)) {
    throw new Refusal('USE_FULFILL', 'These quantities reach the ordered total; use the action fulfill.', {
      open_qty: toJsonNumber(open),
    });
  }
  return new Map([...wanted].map(([id, qty]) => [id, String(qty)]));
}

function refuseShort(
  lines: readonly OrderLine[],
  wanted: ReadonlyMap<string, string>,
  shipped: ReadonlyMap<string, string>,
): void {
  const short = [...wanted].flatMap(([id, qty]) => {
    const allocated = decimal(shipped.get(id) ?? '0');
    if (allocated.gte(decimal(qty))) return [];
    const { item_id: itemId } = lines.find((line) => line.id === id)!;
    return [
      { line_id: id, item_id: itemId, required: toJsonNumber(qty), allocated: toJsonNumber(allocated) },
    ];
  });
  if (short.length > 0) {
    throw new Refusal(
      'INSUFFICIENT_ALLOCATION',
      'Less is allocated to these lines than is to be fulfilled.',
      { lines: short },
    );
  }
}
