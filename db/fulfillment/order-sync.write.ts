/**
 * Updates an order after its shipments' steps: fulfilled, partially_fulfilled, delivered, or open to be pushed again.
 */
import { decimal, sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { orderMirror } from '../../domain/orders/order-states.ts';
import { nextState, type TargetIn } from '../../domain/state-machine.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import {
  lockOrder,
  readLines,
  readOrderSettings,
  type LockedOrder,
  type OrderLine,
} from '../orders/order-lock.write.ts';
import { lockOrders, moveOrders } from '../orders/orders-together.write.ts';
import { changeLines, moveOrder } from '../orders/orders.write.ts';
import { placeReservations } from '../inventory/commitments.write.ts';

/** Quantities by order line. */
export interface Released {
  /** Everything a cancelled shipment held. */
  lines: [string, string][];
  /** The part of it that is available again at once; picked stock has to be put back first. */
  atOnce: [string, string][];
}

/** An order of a group that has to follow its shipments, and the command whose step it follows. */
export interface Following {
  work: StockPosting;
  orderId: string;
}

/** Brings orders in line with their shipments after some were shipped or delivered. No order is named twice. */
export async function syncOrders(tx: TenantTransaction, following: readonly Following[]): Promise<void> {
  if (following.length === 0) return;
  const ids = following.map(({ orderId }) => orderId);
  const [taken, counts] = await Promise.all([lockOrders(tx, ids), shipmentCounts(tx, ids)]);
  const moved = following.flatMap(({ work, orderId }) => {
    const { order, lines } = taken.get(orderId)!;
    const event = mirrorEvent(order, lines, counts(orderId));
    const to = event && nextState(orderMirror, order.status, event);
    if (!to || to === order.status) return [];
    emitMove(work, order, to, lines);
    return [{ work, orderId, id: orderId, to }];
  });
  await moveOrders(tx, moved);
  // What is left of these has arrived already: no later event will report it.
  await syncOrders(
    tx,
    moved.filter(({ orderId, to }) => to === 'fulfilled' && isAllDelivered(counts(orderId))),
  );
}

/** The same for one order. */
export function syncOrder(work: StockPosting, orderId: string): Promise<void> {
  return syncOrders(work.tx, [{ work, orderId }]);
}

/**
 * Brings an order in line with its shipments after one was cancelled, which released this. The order and the promises of
 * its items are locked.
 */
export async function syncOrderAfterCancel(
  work: StockPosting,
  orderId: string,
  released: Released,
): Promise<void> {
  const { tx } = work;
  const order = await lockOrder(tx, orderId);
  const settings = await readOrderSettings(tx);
  const waitsAgain = settings.short_policy === 'backorder';
  const what = waitsAgain ? 'backordered' : 'cancelled';
  await changeLines(
    tx,
    released.lines.map(([id, qty]) => ({ id, [what]: qty })),
  );
  const lines = await readLines(tx, orderId);
  const counts = (await shipmentCounts(tx, [orderId]))(orderId);
  const event = mirrorEvent(order, lines, counts);
  if (!event) return;
  const to = nextState(orderMirror, order.status, event);
  // By the other policy those quantities have ended; what is open then was backordered before.
  if (event === 'shipments_cancelled' && waitsAgain) await promiseAgain(work, order, lines, released);
  if (to === order.status) return emitBackorder(work, order, lines);
  await moveOrder(tx, order, to);
  emitMove(work, order, to, lines);
  if (to === 'fulfilled' && isAllDelivered(counts)) await syncOrder(work, orderId);
}

function emitMove(
  work: StockPosting,
  order: LockedOrder,
  to: MirroredStatus,
  lines: readonly OrderLine[],
): void {
  const states = { status: to, previous_status: order.status };
  work.emit(orderEvent(order, to, states, { backordered_qty: backorderedOf(lines) }));
}

const backorderedOf = (lines: readonly OrderLine[]): number =>
  toJsonNumber(sum(lines.map((line) => decimal(line.backordered_qty))));

interface ShipmentCounts {
  live: number;
  delivered: number;
}

async function shipmentCounts(
  tx: TenantTransaction,
  orderIds: readonly string[],
): Promise<(orderId: string) => ShipmentCounts> {
  const counted = await rows<{ order_id: string; live: string; delivered: string }>(
    tx,
    sql`select order_id, count(*) filter (where status <> 'cancelled') as live,
            count(*) filter (where status = 'delivered') as delivered
       from wms_shipments
      where organization_id = ${tx.organizationId} and order_id = any (${[...orderIds]}::uuid[]) group by order_id`,
  );
  const byOrder = new Map(counted.map((one) => [one.order_id, one]));
  return (orderId) => {
    const { live = 0, delivered = 0 } = byOrder.get(orderId) ?? {};
    return { live: Number(live), delivered: Number(delivered) };
  };
}

type MirroredStatus = TargetIn<typeof orderMirror>;
type MirrorEvent = (typeof orderMirror)['transitions'][number][0];

const isAllDelivered = ({ live, delivered }: ShipmentCounts): boolean => live > 0 && live === delivered;

function mirrorEvent(
  order: LockedOrder,
  lines: readonly OrderLine[],
  counts: ShipmentCounts,
): MirrorEvent | undefined {
  if (order.status === 'fulfilled') return isAllDelivered(counts) ? 'delivered_all' : undefined;
  if (order.status !== 'released' && order.status !== 'partially_fulfilled') return undefined;
  const hasShipped = lines.some((line) => decimal(line.fulfilled_qty).gt(zero));
  const isOpen = lines.some((line) => openQty(line).gt(zero));
  if (hasShipped) return isOpen ? 'shipped_in_part' : 'shipped_all';
  if (!isOpen) return 'rest_cancelled';
  return counts.live === 0 ? 'shipments_cancelled' : undefined;
}

/** The part of a line that is neither fulfilled nor cancelled. */
export function openQty(line: OrderLine) {
  return decimal(line.qty).minus(decimal(line.fulfilled_qty)).minus(decimal(line.cancelled_qty));
}

/** Cancels what is open of locked lines, and what waits of it. Some may have ended before, with a cancelled shipment. */
export function cancelOpenLines(tx: TenantTransaction, lines: readonly OrderLine[]): Promise<void> {
  return changeLines(
    tx,
    lines.map((line) => ({
      id: line.id,
      backordered: `-${line.backordered_qty}`,
      cancelled: String(openQty(line)),
    })),
  );
}

// Stock still on its shelf is promised to the order again; the rest stays backordered.
async function promiseAgain(
  work: StockPosting,
  order: LockedOrder,
  lines: readonly OrderLine[],
  { atOnce }: Released,
): Promise<void> {
  const { tx } = work;
  const itemOf = new Map(lines.map((line) => [line.id, line.item_id!]));
  await changeLines(
    tx,
    atOnce.map(([id, qty]) => ({ id, backordered: `-${qty}` })),
  );
  await placeReservations(
    tx,
    atOnce.map(([id, qty]) => ({
      order_line_id: id,
      order_id: order.id,
      merchant_id: order.merchant_id,
      item_id: itemOf.get(id)!,
      warehouse_id: null,
      qty,
    })),
  );
}

function emitBackorder(work: StockPosting, order: LockedOrder, lines: readonly OrderLine[]): void {
  const backordered = backorderedOf(lines);
  if (backordered === 0) return;
  const states = { status: order.status, previous_status: order.status };
  work.emit(orderEvent(order, 'backordered', states, { backordered_qty: backordered }));
}
