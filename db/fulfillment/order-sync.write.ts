/**
 * Updates an order after its shipments' steps: fulfilled, partially_fulfilled, delivered, or open to be pushed again.
 */
import { decimal, sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { orderMirror } from '../../domain/orders/order-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { rows, sql, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import {
  lockOrder,
  readLines,
  readOrderSettings,
  type LockedOrder,
  type OrderLine,
} from '../orders/order-lock.write.ts';
import { changeLines, moveOrder } from '../orders/orders.write.ts';
import { placeReservations } from '../inventory/commitments.write.ts';

/** Quantities by order line. */
export interface Released {
  /** Everything a cancelled shipment held. */
  lines: [string, string][];
  /** The part of it that is available again at once; picked stock has to be put back first. */
  atOnce: [string, string][];
}

/**
 * Brings an order in line with its shipments after one was shipped, delivered or cancelled (`released`). The order is
 * locked; for a cancellation, so are the promises of its items.
 */
export async function syncOrderFromShipments(
  work: StockPosting,
  orderId: string,
  released?: Released,
): Promise<void> {
  const { tx } = work;
  const order = await lockOrder(tx, orderId);
  const settings = await readOrderSettings(tx);
  const waitsAgain = settings.short_policy === 'backorder';
  if (released) {
    const what = waitsAgain ? 'backordered' : 'cancelled';
    await changeLines(
      tx,
      released.lines.map(([id, qty]) => ({ id, [what]: qty })),
    );
  }
  const lines = await readLines(tx, orderId);
  const counts = await shipmentCounts(tx, orderId);
  const event = mirrorEvent(order, lines, counts);
  if (!event) return;
  const to = nextState(orderMirror, order.status, event);
  // By the other policy those quantities have ended; what is open then was backordered before.
  if (event === 'shipments_cancelled' && released && waitsAgain)
    await promiseAgain(work, order, lines, released);
  if (to === order.status) return emitBackorder(work, order, lines, released);
  await moveOrder(tx, order, to);
  const states = { status: to, previous_status: order.status };
  work.emit(
    orderEvent(order, to, states, {
      backordered_qty: toJsonNumber(sum(lines.map((line) => decimal(line.backordered_qty)))),
    }),
  );
  // What is left has arrived already: no later event will report it.
  if (to === 'fulfilled' && isAllDelivered(counts)) await syncOrderFromShipments(work, orderId);
}

interface ShipmentCounts {
  live: number;
  delivered: number;
}

async function shipmentCounts(tx: TenantTransaction, orderId: string): Promise<ShipmentCounts> {
  const [counts] = await rows<{ live: string; delivered: string }>(
    tx,
    sql`select count(*) as live, count(*) filter (where status = 'delivered') as delivered from wms_shipments
      where organization_id = ${tx.organizationId} and order_id = ${orderId} and status <> 'cancelled'`,
  );
  return { live: Number(counts!.live), delivered: Number(counts!.delivered) };
}

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

function emitBackorder(
  work: StockPosting,
  order: LockedOrder,
  lines: readonly OrderLine[],
  released: Released | undefined,
): void {
  const backordered = toJsonNumber(sum(lines.map((line) => decimal(line.backordered_qty))));
  if (!released || backordered === 0) return;
  const states = { status: order.status, previous_status: order.status };
  work.emit(orderEvent(order, 'backordered', states, { backordered_qty: backordered }));
}
