/**
 * Cross-docked goods go to the oldest open order that wants them: the backordered part of an order already released, or
 * an order waiting for release that this warehouse can now ship in full. The lock is that of every promise
 * (item_promises), taken after the orders' rows; both are taken before the goods are posted.
 */
import { isOneOf } from '../state-columns.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { shortages, type Coverage, type DemandLine } from '../../domain/inventory/coverage.ts';
import { backorderedDemand, ownPromises, pushDemand } from '../../domain/orders/demand.ts';
import {
  waitingStates,
  shippingStates,
  orderStates,
  type OrderStatus,
} from '../../domain/orders/order-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { AllocationPiece } from '../inventory/allocatable.ts';
import { allocateStock } from '../inventory/allocation.write.ts';
import { readCoverage } from '../inventory/coverage.read.ts';
import {
  lockOrder,
  readLines,
  readOrderSettings,
  type LockedOrder,
  type OrderLine,
  type OrderSettings,
} from '../orders/order-lock.write.ts';
import { changeLines, clearBackorders } from '../orders/orders.write.ts';
import { lockCommitments } from '../inventory/commitments.write.ts';
import type { MadeShipment } from './commit-shipment.write.ts';
import { releaseTaken, sendTaken } from './release.write.ts';

/** The location where goods of an item arrived to be cross-docked. */
export interface Crossing {
  merchant_id: string;
  warehouse_id: string;
  location_id: string;
  item_id: string;
}

/** An order that waits for the item, locked with the promises of what it wants. */
export interface WaitingOrder {
  order: LockedOrder;
  lines: OrderLine[];
}

export interface CrossDocked {
  order_id: string;
  order_no: string;
  shipment_id: string;
  shipment_no: string;
  qty: Decimal;
}

// After waiting for a lock we look again, since the order may no longer want anything.
const looksMax = 3;
const ordersMax = 20;

/** Locks the oldest orders that together want this much of the item, oldest first. Call it before touching balances. */
export async function lockWaiting(
  tx: TenantTransaction,
  crossing: Crossing,
  qty: Decimal,
): Promise<WaitingOrder[]> {
  const waiting: WaitingOrder[] = [];
  const seen: string[] = [];
  let wanted = zero;
  for (let look = 1; look <= looksMax && wanted.lt(qty); look += 1) {
    const ids = await findWaiting(tx, crossing, qty.minus(wanted), seen);
    if (ids.length === 0) break;
    seen.push(...ids);
    const locked = await lockAll(tx, crossing, ids);
    waiting.push(...locked);
    wanted = sum([wanted, ...locked.map((one) => wantedOf(one, crossing.item_id))]);
  }
  const items = waiting.flatMap(({ order, lines }) => demandOf(order, lines).map(({ item_id: id }) => id));
  await lockCommitments(tx, items);
  return waiting;
}

/**
 * Gives what arrived to the orders locked before, oldest first, as shipments at commit. Never more than arrived, nor
 * more than can be promised; an order that cannot be shipped in full is skipped and keeps its promise.
 */
export async function serveWaiting(
  work: StockPosting,
  waiting: readonly WaitingOrder[],
  crossing: Crossing,
  qty: Decimal,
): Promise<CrossDocked[]> {
  if (waiting.length === 0) return [];
  const settings = await readOrderSettings(work.tx);
  const served: CrossDocked[] = [];
  let left = qty;
  for (const one of waiting) {
    if (left.lte(zero)) break;
    const { order } = one;
    const sent = isOnItsWay(order.status)
      ? await sendBackordered(work, one, crossing, left, settings)
      : await sendWhole(work, one, crossing, settings);
    if (!sent) continue;
    const given = sum(
      sent.pieces
        .filter((piece) => piece.location_id === crossing.location_id && piece.item_id === crossing.item_id)
        .map((piece) => decimal(piece.qty)),
    );
    left = left.minus(given);
    const { id, shipment_no } = sent.shipment;
    served.push({
      order_id: order.id,
      order_no: order.order_no,
      shipment_id: id,
      shipment_no,
      qty: given,
    });
  }
  return served;
}

const isOnItsWay = (status: OrderStatus): boolean => shippingStates.includes(status);
const isWaiting = (status: OrderStatus): boolean => waitingStates.includes(status);

function demandOf({ status }: LockedOrder, lines: readonly OrderLine[]): DemandLine[] {
  return isOnItsWay(status) ? backorderedDemand(lines) : pushDemand(lines, status);
}

function wantedOf({ order, lines }: WaitingOrder, itemId: string): Decimal {
  return sum(
    demandOf(order, lines)
      .filter((line) => line.item_id === itemId)
      .map(({ qty }) => qty),
  );
}

/** The oldest orders whose wants together reach this quantity, read without a lock. */
async function findWaiting(
  tx: TenantTransaction,
  { merchant_id: merchantId, warehouse_id: warehouseId, item_id: itemId }: Crossing,
  qty: Decimal,
  seen: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from (
       select id, created_at, wanted, sum(wanted) over (order by created_at, id) as upto from (
         select o.id, o.created_at,
                sum(case when ${isOneOf('o.status', shippingStates)} then l.backordered_qty
                         else l.qty - l.fulfilled_qty - l.cancelled_qty end) as wanted
           from sales_order_lines l
           join sales_orders o on o.organization_id = l.organization_id and o.id = l.order_id
          where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and o.merchant_id = ${merchantId} and o.inventory_mode = 'wms_sync'
            and ${isOneOf('o.status', [...waitingStates, ...shippingStates])}
            and (o.warehouse_id is null or o.warehouse_id = ${warehouseId}) and o.id <> all (${[...seen]}::uuid[])
            and not exists (select 1 from sales_order_holds h
                             where h.organization_id = o.organization_id and h.order_id = o.id and h.lifted_at is null)
          group by o.id, o.created_at) wants
        where wanted > 0) oldest
      where upto - wanted < ${qty.toFixed()}::numeric order by created_at, id limit ${ordersMax}`,
  );
  return found.map(({ id }) => id);
}

// Locked in id order, returned in the order found; orders that have changed since are left out.
async function lockAll(
  tx: TenantTransaction,
  { warehouse_id: warehouseId, item_id: itemId }: Crossing,
  ids: readonly string[],
): Promise<WaitingOrder[]> {
  const locked = new Map<string, LockedOrder>();
  for (const id of [...ids].sort()) locked.set(id, await lockOrder(tx, id));
  const held = await rows<{ order_id: string }>(
    tx,
    sql`select order_id from sales_order_holds where organization_id = ${tx.organizationId} and order_id = any (${[...ids]}::uuid[]) and lifted_at is null`,
  );
  const isHeld = new Set(held.map(({ order_id: id }) => id));
  const waiting: WaitingOrder[] = [];
  for (const id of ids) {
    const order = locked.get(id)!;
    const { status, warehouse_id: bound } = order;
    if (isHeld.has(id) || (bound && bound !== warehouseId)) continue;
    if (!isOnItsWay(status) && !isWaiting(status)) continue;
    const one = { order, lines: await readLines(tx, id) };
    if (wantedOf(one, itemId).gt(zero)) waiting.push(one);
  }
  return waiting;
}

interface Sent {
  shipment: MadeShipment;
  pieces: readonly AllocationPiece[];
}

/** Another shipment of what is backordered of the item; the order's status stays the same. */
async function sendBackordered(
  work: StockPosting,
  { order, lines }: WaitingOrder,
  crossing: Crossing,
  qty: Decimal,
  settings: OrderSettings,
): Promise<Sent | undefined> {
  const { tx } = work;
  const wanted = backorderedDemand(lines).filter((line) => line.item_id === crossing.item_id);
  const coverage = await coverageFor(work, wanted, settings, () => false);
  const { item_id: itemId, warehouse_id: warehouseId } = crossing;
  const promisable = [qty, coverage.atp(itemId), coverage.atpIn(warehouseId, itemId)].reduce((least, one) =>
    one.lt(least) ? one : least,
  );
  const demand = upTo(wanted, promisable);
  const pieces = await takeFirstFrom(work, crossing, demand, settings);
  if (!pieces) return undefined;
  await changeLines(
    tx,
    demand.map(({ line_id: id, qty: sent }) => ({ id, backordered: sent.neg().toFixed() })),
  );
  const part = { warehouse_id: warehouseId, pieces };
  return { pieces, shipment: await sendTaken(work, order, order.ship_mode ?? 'parcel', part, false) };
}

/** What pushing the order to this warehouse would do, if it can ship all of it. */
async function sendWhole(
  work: StockPosting,
  { order, lines }: WaitingOrder,
  crossing: Crossing,
  settings: OrderSettings,
): Promise<Sent | undefined> {
  const { warehouse_id: warehouseId } = crossing;
  const demand = pushDemand(lines, order.status);
  const own = ownPromises(lines);
  const isCovered = ({ atp, atpIn }: Coverage): boolean =>
    shortages(demand, (itemId) => atpIn(warehouseId, itemId)).length === 0 &&
    (own.length > 0 || shortages(demand, atp).length === 0);
  if (!isCovered(await coverageFor(work, demand, settings, isCovered, own))) return undefined;
  const pieces = await takeFirstFrom(work, crossing, demand, settings);
  if (!pieces) return undefined;
  // As by a push: without a promise of its own the order gets everything open, and waits for none of it any more.
  if (own.length === 0) await clearBackorders(work.tx, [order.id]);
  const to = nextState(orderStates, order.status, 'push-to-wms') as OrderStatus;
  const part = { warehouse_id: warehouseId, pieces };
  const release = { work, order, to, shipMode: order.ship_mode ?? 'parcel', parts: [part] };
  const [made] = await releaseTaken(work.tx, [release]);
  return { pieces, shipment: made![0]! };
}

function coverageFor(
  { tx, organizationId }: StockPosting,
  demand: readonly DemandLine[],
  { safety_stock: safetyStock }: OrderSettings,
  suffices: (coverage: Coverage) => boolean,
  own: ReturnType<typeof ownPromises> = [],
): Promise<Coverage> {
  const itemIds = demand.map(({ item_id: itemId }) => itemId);
  return readCoverage(tx, { organizationId, mode: 'wms_sync', itemIds, safetyStock, own, suffices });
}

/** Takes the demand, cross-docked goods first. Undefined when a concurrent movement took the stock away. */
async function takeFirstFrom(
  { tx, organizationId }: StockPosting,
  { warehouse_id: warehouseId, location_id: firstFrom }: Crossing,
  lines: readonly DemandLine[],
  { allocation_strategy: strategy }: OrderSettings,
): Promise<AllocationPiece[] | undefined> {
  if (lines.length === 0) return undefined;
  try {
    return await allocateStock(tx, { organizationId, warehouseId, strategy, lines, firstFrom });
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'INSUFFICIENT_STOCK') return undefined;
    throw thrown;
  }
}

/** The first of these lines, cut off where the quantity ends. */
function upTo(lines: readonly DemandLine[], qty: Decimal): DemandLine[] {
  let left = qty;
  return lines.flatMap((line) => {
    const given = line.qty.lt(left) ? line.qty : left;
    left = left.minus(given);
    return given.gt(zero) ? [{ ...line, qty: given }] : [];
  });
}
