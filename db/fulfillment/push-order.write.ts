/** Pushes orders to the WMS; the orders of a group are pushed one after another in one transaction. */
import { decideInTurn } from '../inventory/coverage.read.ts';
import {
  readOrderSettings,
  stepOf,
  type LockedOrder,
  type OrderSettings,
} from '../orders/order-lock.write.ts';
import { lockOrders, type OrderWithLines } from '../orders/orders-together.write.ts';
import { clearBackorders } from '../orders/orders.write.ts';
import { lockCommitments } from '../inventory/commitments.write.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readWarehousePreference } from '../orders/warehouse-preference.read.ts';
import { releaseToWarehouses, type Release } from './release.write.ts';
import {
  shortages,
  type Coverage,
  type CoverageInTurn,
  type DemandLine,
  type LineShortage,
  type OwnPromise,
} from '../../domain/inventory/coverage.ts';
import { insufficientAtp, ownPromises, pushDemand } from '../../domain/orders/demand.ts';
import { orderStates, type OrderStatus } from '../../domain/orders/order-states.ts';
import { type ShipMode } from '../../domain/catalog/ship-modes.ts';
import { planSplit, type PlanPart } from '../../domain/orders/split-plan.ts';
import { zero } from '../../domain/decimal.ts';
import { isGood, notFound, Refusal, refusalOr, unknownReference } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';

export interface PushRequest {
  order_id: string;
  warehouse_id?: string | null | undefined;
  ship_mode?: ShipMode | undefined;
}

/** One order of a group; no order is in a group twice. */
export interface AskedPush {
  work: StockPosting;
  request: PushRequest;
}

/** An order that may be pushed, before we know whether stock covers it. */
interface Pushing {
  work: StockPosting;
  order: LockedOrder;
  to: OrderStatus;
  shipMode: ShipMode;
  demand: DemandLine[];
  own: readonly OwnPromise[];
  /** The requested warehouse. */
  wished: string | null;
  /** Warehouses that may serve it, in order of preference. */
  places: readonly string[];
}

/**
 * Refuses 400 NOT_WMS_SYNC. An order's inventory mode never changes, so no status would make a push legal: this is refused
 * before the status is checked.
 */
export function assertWmsSync({ inventory_mode }: LockedOrder): void {
  if (inventory_mode === 'wms_sync') return;
  throw new Refusal('NOT_WMS_SYNC', 'push-to-wms needs an order in the inventory mode wms_sync.', {
    inventory_mode,
  });
}

/** Pushes one order: see `pushTogether`. Of two parallel pushes the order's lock lets one through. */
export async function pushToWarehouse(work: StockPosting, request: PushRequest): Promise<void> {
  const [refusal] = await pushTogether(work.tx, [{ work, request }]);
  if (refusal) throw refusal;
}

/**
 * confirmed or allocated to released: chooses the warehouse, allocates stock and creates shipments at commit, each
 * order over what the earlier ones left. The warehouse is the requested one, else the order's, else one that covers all
 * lines, else the split with the fewest shipments; if none: 409 INSUFFICIENT_ATP. Returns for each order why it was
 * refused, if it was.
 */
export async function pushTogether(
  tx: TenantTransaction,
  asked: readonly AskedPush[],
): Promise<(Refusal | undefined)[]> {
  // Sent at once and run in this order, so everything is read under the orders' locks.
  const [taken, settings, preference, known] = await Promise.all([
    lockOrders(
      tx,
      asked.map(({ request }) => request.order_id),
    ),
    readOrderSettings(tx),
    readWarehousePreference(tx),
    knownWarehouses(
      tx,
      asked.flatMap(({ request }) => request.warehouse_id ?? []),
    ),
  ]);
  const pushing = asked.map((one) => {
    const found = taken.get(one.request.order_id.toLowerCase());
    return found ? refusalOr(() => pushingOf(one, found, preference, known)) : notFound('sales order');
  });
  const planned = await planInTurn(tx, settings, pushing.filter(isGood));
  const released = [...planned.values()].filter(isGood);
  await clearBackorders(
    tx,
    pushing.flatMap((one) =>
      isGood(one) && one.own.length === 0 && !(planned.get(one) instanceof Refusal) ? one.order.id : [],
    ),
  );
  if (released.length > 0) await releaseToWarehouses(tx, settings.allocation_strategy, released);
  return pushing.map((one) => {
    const outcome = isGood(one) ? planned.get(one)! : one;
    return outcome instanceof Refusal ? outcome : undefined;
  });
}

async function knownWarehouses(tx: TenantTransaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from warehouses where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
  return new Set(found.map(({ id }) => id));
}

function pushingOf(
  { work, request }: AskedPush,
  found: OrderWithLines,
  preference: readonly string[],
  known: ReadonlySet<string>,
): Pushing {
  const { order, lines } = found;
  assertWmsSync(order);
  const to = stepOf(found, 'push-to-wms');
  if (request.warehouse_id && !known.has(request.warehouse_id))
    throw unknownReference('warehouse_id', 'warehouse');
  const demand = pushDemand(lines, order.status);
  if (demand.length === 0) throw nothingToPush(order);
  const wished = request.warehouse_id ?? order.warehouse_id;
  return {
    work,
    order,
    to,
    shipMode: request.ship_mode ?? order.ship_mode ?? 'parcel',
    demand,
    own: ownPromises(lines),
    wished,
    places: wished ? [wished] : preference,
  };
}

/** Plans each order in turn, over stock read under the items' lock. */
async function planInTurn(
  tx: TenantTransaction,
  settings: OrderSettings,
  pushing: readonly Pushing[],
): Promise<ReadonlyMap<Pushing, Release | Refusal>> {
  const itemIds = pushing.flatMap(({ demand }) => demand.map(({ item_id: itemId }) => itemId));
  if (itemIds.length === 0) return new Map();
  await lockCommitments(tx, itemIds);
  const question = {
    organizationId: tx.organizationId,
    mode: 'wms_sync' as const,
    itemIds,
    safetyStock: settings.safety_stock,
    orders: pushing.length,
  };
  return decideInTurn(tx, question, (coverage) => {
    let isSure = true;
    const answers = new Map<Pushing, Release | Refusal>();
    for (const one of pushing) {
      const { parts, isLikeAll } = partsOf(one, coverage);
      isSure &&= isLikeAll;
      if (parts instanceof Refusal) answers.set(one, parts);
      else {
        coverage.change(changesOf(one, parts));
        answers.set(one, { work: one.work, order: one.order, to: one.to, shipMode: one.shipMode, parts });
      }
    }
    return { answers, isSure };
  });
}

/** `isLikeAll`: reading only part of the stock makes no difference, because the order's first warehouse covers it. */
function partsOf(
  { demand, own, wished, places }: Pushing,
  inTurn: CoverageInTurn,
): { parts: PlanPart[] | Refusal; isLikeAll: boolean } {
  const coverage = inTurn.of(
    demand.map(({ item_id: itemId }) => itemId),
    own,
  );
  // Without a promise of its own (backordered, or promised at allocation) the order must also leave the safety stock
  // untouched.
  const short = own.length > 0 ? [] : shortages(demand, coverage.atp);
  if (short.length > 0) return { parts: insufficientAtp(short), isLikeAll: false };
  const parts = planSplit(demand, places, coverage.atpIn);
  if (!parts)
    return {
      parts: insufficientAtp(shortIn(places, demand, coverage), wished ?? undefined),
      isLikeAll: false,
    };
  return { parts, isLikeAll: shortIn(places.slice(0, 1), demand, coverage).length === 0 };
}

/**
 * What a push changes for the orders behind it: its promises are fulfilled, and its stock is gone from where it was.
 */
function changesOf({ own }: Pushing, parts: readonly PlanPart[]): OwnPromise[] {
  const gone = parts.flatMap(({ warehouse_id, lines }) =>
    lines.map(({ item_id, qty }) => ({ item_id, warehouse_id, qty: qty.neg() })),
  );
  return [...own, ...gone];
}

/** What these warehouses together are short of. */
function shortIn(places: readonly string[], demand: DemandLine[], { atpIn }: Coverage): LineShortage[] {
  return shortages(demand, (itemId) => places.reduce((total, id) => total.plus(atpIn(id, itemId)), zero));
}

// Everything open is on shipments already: this push is a repeat, or nothing backordered is left to send.
function nothingToPush({ status }: LockedOrder): Refusal {
  const allowed = allowedActions(orderStates, status).filter((action) => action !== 'push-to-wms');
  return new Refusal('ILLEGAL_TRANSITION', `Nothing of the ${status} order is left to push.`, {
    from: status,
    action: 'push-to-wms',
    allowed,
  });
}
