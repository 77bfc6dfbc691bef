/**
 * Updates an order after its shipments' steps: fulfilled, partially_fulfilled, delivered, or open to be pushed again.
 */
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { orderEvent, type OrderRef } from '../../domain/orders/events.ts';
import { orderMirror, type OrderStatus } from '../../domain/orders/order-states.ts';
import { nextState, type TargetIn } from '../../domain/state-machine.ts';
import { rows, type TenantTransaction, type Write } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readOrderSettings, type OrderLine } from '../orders/order-lock.write.ts';
import { moveOrders } from '../orders/orders-together.write.ts';
import { changeLines } from '../orders/orders.write.ts';
import { placeReservations } from '../inventory/commitments.write.ts';
import { sumByLine } from '../shipping/shipment-lines.ts';
import { isAway, type Allocation } from '../shipping/shipment-stock.write.ts';

/** An order of a group that has to follow its shipments, and the command whose step it follows. */
export interface Following {
  work: StockPosting;
  orderId: string;
}

type Moved = Following & { id: string; to: MirroredStatus };

/**
 * Brings locked orders in line with their shipments after some were shipped or delivered. No order is named twice.
 */
export async function syncOrders(
  tx: TenantTransaction,
  following: readonly Following[],
  { known, write }: { known?: OrderFacts; write?: Write } = {},
): Promise<void> {
  if (following.length === 0) return;
  const facts = known ?? (await readOrderFacts(tx, following));
  const moved = following.flatMap((one) => moveOf(one, facts.get(one.orderId)!));
  await moveAll(tx, moved, facts, write);
}

/** The same for one order. */
export function syncOrder(work: StockPosting, orderId: string): Promise<void> {
  return syncOrders(work.tx, [{ work, orderId }]);
}

/** An order whose shipment was cancelled. */
export interface AfterCancel extends Following {
  /** What it held. */
  returned: readonly Allocation[];
}

/**
 * Brings orders in line with their shipments after one of each was cancelled. The orders and the promises of their items
 * are locked. No order is named twice.
 */
export async function syncOrdersAfterCancel(
  tx: TenantTransaction,
  cancelled: readonly AfterCancel[],
): Promise<void> {
  if (cancelled.length === 0) return;
  const { short_policy: policy } = await readOrderSettings(tx);
  const waitsAgain = policy === 'backorder';
  const what = waitsAgain ? 'backordered' : 'cancelled';
  const all = cancelled.flatMap(({ returned }) => returned);
  await changeLines(
    tx,
    sumByLine(all).map(([id, qty]) => ({ id, [what]: qty })),
  );
  const facts = await readOrderFacts(tx, cancelled);
  const moved = cancelled.flatMap((one) => {
    const order = facts.get(one.orderId)!;
    const followed = moveOf(one, order);
    if (followed.length === 0 && mirrorEvent(order)) emitBackorder(one.work, order);
    return followed;
  });
  // By the other policy those quantities have ended; what is open then was backordered before.
  if (waitsAgain) {
    const isWaiting = ({ orderId }: AfterCancel): boolean =>
      mirrorEvent(facts.get(orderId)!) === 'shipments_cancelled';
    await promiseAgain(
      tx,
      cancelled.filter(isWaiting).map((one) => ({ ...one, order: facts.get(one.orderId)! })),
    );
  }
  await moveAll(tx, moved, facts);
}

/** What decides where each order stands, by id. */
export type OrderFacts = ReadonlyMap<string, FactsOfOrder>;

interface FactsOfOrder extends OrderRef {
  status: OrderStatus;
  has_shipped: boolean;
  is_open: boolean;
  backordered_qty: string;
  /** Its shipments that are not cancelled, and those delivered. */
  live: number;
  delivered: number;
}

/** Reads them once everything that changes them is written, or on its way. */
export async function readOrderFacts(
  tx: TenantTransaction,
  following: readonly Following[],
): Promise<OrderFacts> {
  if (following.length === 0) return new Map();
  const found = await rows<FactsOfOrder>(
    tx,
    sql`select o.id, o.order_no, o.merchant_id, o.status, l.*, s.*
       from sales_orders o
      cross join lateral (
        select coalesce(bool_or(fulfilled_qty > 0), false) as has_shipped,
               coalesce(bool_or(fulfilled_qty + cancelled_qty < qty), false) as is_open,
               coalesce(sum(backordered_qty), 0) as backordered_qty
          from sales_order_lines where organization_id = o.organization_id and order_id = o.id) l
      cross join lateral (
        select count(*) filter (where status <> 'cancelled')::integer as live,
               count(*) filter (where status = 'delivered')::integer as delivered
          from wms_shipments where organization_id = o.organization_id and order_id = o.id) s
      where o.organization_id = ${tx.organizationId} and o.id = any (${following.map(({ orderId }) => orderId)}::uuid[])`,
  );
  return new Map(found.map((one) => [one.id, one]));
}

/** Where the order goes, told; none when it stays where it is. */
function moveOf({ work, orderId }: Following, order: FactsOfOrder): Moved[] {
  const event = mirrorEvent(order);
  const to = event && nextState(orderMirror, order.status, event);
  if (!to || to === order.status) return [];
  const states = { status: to, previous_status: order.status };
  work.emit(orderEvent(order, to, states, { backordered_qty: toJsonNumber(order.backordered_qty) }));
  return [{ work, orderId, id: orderId, to }];
}

async function moveAll(
  tx: TenantTransaction,
  moved: readonly Moved[],
  facts: OrderFacts,
  write?: Write,
): Promise<void> {
  await moveOrders(tx, moved, write);
  // What is left of these has arrived already: no later event will report it.
  await syncOrders(
    tx,
    moved.filter(({ orderId, to }) => to === 'fulfilled' && isAllDelivered(facts.get(orderId)!)),
  );
}

type MirroredStatus = TargetIn<typeof orderMirror>;
type MirrorEvent = (typeof orderMirror)['transitions'][number][0];

const isAllDelivered = ({ live, delivered }: FactsOfOrder): boolean => live > 0 && live === delivered;

function mirrorEvent(order: FactsOfOrder): MirrorEvent | undefined {
  if (order.status === 'fulfilled') return isAllDelivered(order) ? 'delivered_all' : undefined;
  if (order.status !== 'released' && order.status !== 'partially_fulfilled') return undefined;
  if (order.has_shipped) return order.is_open ? 'shipped_in_part' : 'shipped_all';
  if (!order.is_open) return 'rest_cancelled';
  return order.live === 0 ? 'shipments_cancelled' : undefined;
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
  tx: TenantTransaction,
  waiting: readonly (AfterCancel & { order: FactsOfOrder })[],
): Promise<void> {
  const promised = waiting.flatMap(({ order, returned }) => {
    const atOnce = returned.filter((one) => !isAway(one));
    const itemOf = new Map(atOnce.map((one) => [one.order_line_id, one.item_id]));
    return sumByLine(atOnce).map(([line, qty]) => ({ order, line, item: itemOf.get(line)!, qty }));
  });
  await changeLines(
    tx,
    promised.map(({ line, qty }) => ({ id: line, backordered: `-${qty}` })),
  );
  await placeReservations(
    tx,
    promised.map(({ order, line, item, qty }) => ({
      order_line_id: line,
      order_id: order.id,
      merchant_id: order.merchant_id,
      item_id: item,
      warehouse_id: null,
      qty,
    })),
  );
}

function emitBackorder(work: StockPosting, order: FactsOfOrder): void {
  const backordered = toJsonNumber(order.backordered_qty);
  if (backordered === 0) return;
  const states = { status: order.status, previous_status: order.status };
  work.emit(orderEvent(order, 'backordered', states, { backordered_qty: backordered }));
}
