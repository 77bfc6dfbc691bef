/** The push of an order to the WMS. */
import { readCoverage } from '../inventory/coverage.read.ts';
import {
  lockOrder,
  lockOrderAndHolds,
  readLines,
  readOrderSettings,
  stepOf,
  type LockedOrder,
} from '../orders/order-lock.write.ts';
import { clearBackorders } from '../orders/orders.write.ts';
import { lockCommitments } from '../inventory/commitments.write.ts';
import type { TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readWarehousePreference } from '../orders/warehouse-preference.read.ts';
import { releaseToWarehouses } from './release.write.ts';
import { assertReference } from '../records.read.ts';
import {
  shortages,
  type Coverage,
  type DemandLine,
  type LineShortage,
} from '../../domain/inventory/coverage.ts';
import { insufficientAtp, ownPromises, pushDemand } from '../../domain/orders/demand.ts';
import { orderStates } from '../../domain/orders/order-states.ts';
import { type ShipMode } from '../../domain/catalog/ship-modes.ts';
import { planSplit } from '../../domain/orders/split-plan.ts';
import { zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { allowedActions } from '../../domain/state-machine.ts';

export interface PushRequest {
  order_id: string;
  warehouse_id?: string | null | undefined;
  ship_mode?: ShipMode | undefined;
}

/** Locks the order. Refuses 404, and 400 NOT_WMS_SYNC. */
export async function lockWmsOrder(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, organizationId, id);
  assertWmsSync(order);
  return order;
}

// The mode never changes, so no state would make a push legal: it is refused before the state is looked at.
function assertWmsSync({ inventory_mode }: LockedOrder): void {
  if (inventory_mode === 'wms_sync') return;
  throw new Refusal('NOT_WMS_SYNC', 'push-to-wms needs an order in the inventory mode wms_sync.', {
    inventory_mode,
  });
}

/**
 * confirmed or allocated to released in one transaction: warehouse chosen, stock allocated, shipments made at commit.
 * The warehouse is the one asked for, else the order's, else one that covers all lines, else the split with the fewest
 * shipments; none: 409 INSUFFICIENT_ATP. Twice in parallel: the order's lock lets one through.
 */
export async function pushToWarehouse(work: StockPosting, input: PushRequest): Promise<void> {
  const { tx, organizationId } = work;
  const { order_id: id, ship_mode: shipMode } = input;
  // Sent at once and run in this order: what is read, is read under the order's lock.
  const [taken, lines, settings, preference] = await Promise.all([
    lockOrderAndHolds(tx, organizationId, id),
    readLines(tx, organizationId, id),
    readOrderSettings(tx, organizationId),
    readWarehousePreference(tx, organizationId),
  ]);
  const { order } = taken;
  assertWmsSync(order);
  const to = stepOf(taken, 'push-to-wms');
  if (input.warehouse_id)
    await assertReference(tx, organizationId, 'warehouses', input.warehouse_id, 'warehouse_id');
  const demand = pushDemand(lines, order.status);
  if (demand.length === 0) throw nothingToPush(order);
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockCommitments(tx, organizationId, itemIds);
  const own = ownPromises(lines);
  const wished = input.warehouse_id ?? order.warehouse_id;
  const places = wished ? [wished] : preference;
  // Without a promise of its own (backordered, or promised at allocation) the order must leave the safety stock, too.
  const shortOf = ({ atp }: Coverage) => (own.length > 0 ? [] : shortages(demand, atp));
  const coverage = await readCoverage(tx, {
    organizationId,
    mode: order.inventory_mode,
    itemIds,
    safetyStock: settings.safety_stock,
    own,
    suffices: (part) => shortOf(part).length === 0 && shortIn(places.slice(0, 1), demand, part).length === 0,
  });
  const short = shortOf(coverage);
  if (short.length > 0) throw insufficientAtp(short);
  const parts = planSplit(demand, places, coverage.atpIn);
  if (!parts) throw insufficientAtp(shortIn(places, demand, coverage), wished ?? undefined);

  if (own.length === 0) await clearBackorders(tx, organizationId, id);
  await releaseToWarehouses(work, order, to, {
    parts,
    shipMode: shipMode ?? order.ship_mode ?? 'parcel',
    strategy: settings.allocation_strategy,
  });
}

/** What these warehouses together are short of. */
function shortIn(places: readonly string[], demand: DemandLine[], { atpIn }: Coverage): LineShortage[] {
  return shortages(demand, (itemId) => places.reduce((total, id) => total.plus(atpIn(id, itemId)), zero));
}

// Everything open is on shipments already: pushing again is the second of two, or has nothing backordered to send.
function nothingToPush({ status }: LockedOrder): Refusal {
  const allowed = allowedActions(orderStates, status as never).filter((action) => action !== 'push-to-wms');
  return new Refusal('ILLEGAL_TRANSITION', `Nothing of the ${status} order is left to push.`, {
    from: status,
    action: 'push-to-wms',
    allowed,
  });
}
