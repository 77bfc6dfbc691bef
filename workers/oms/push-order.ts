/**
 * confirmed or allocated to released in one transaction: warehouse chosen, stock allocated, shipments made at commit.
 * The warehouse is the body's, else the order's, else one that covers all lines, else the split with the fewest
 * shipments; none: 409 INSUFFICIENT_ATP. Twice in parallel: the order's lock lets one through.
 */
import { readCoverage } from '../../db/oms/coverage.read.ts';
import {
  lockOrder,
  readLines,
  readOrderSettings,
  takeOrder,
  type LockedOrder,
} from '../../db/oms/order-lock.write.ts';
import { clearBackorders } from '../../db/oms/orders.write.ts';
import { lockPromises } from '../../db/oms/promises.write.ts';
import { readWarehousePreference } from '../../db/oms/warehouse-preference.read.ts';
import { releaseToWarehouses } from '../../db/oms/release.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { shortages, type Coverage, type DemandLine, type LineShortage } from '../../domain/oms/coverage.ts';
import { insufficientAtp, ownPromises, pushDemand } from '../../domain/oms/demand.ts';
import { orderStates } from '../../domain/oms/order-states.ts';
import { planSplit } from '../../domain/oms/split-plan.ts';
import { zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.pushOrder> = async (work, input) => {
  const { tx, organizationId } = work;
  const { order_id: id, ship_mode: shipMode } = input;
  // The mode first: it never changes, so no state of the order would make this legal.
  const { inventory_mode: mode } = await lockOrder(tx, organizationId, id);
  if (mode !== 'wms_sync') {
    throw new Refusal('NOT_WMS_SYNC', 'push-to-wms needs an order in the inventory mode wms_sync.', {
      inventory_mode: mode,
    });
  }
  const { order, to } = await takeOrder(tx, organizationId, id, 'push-to-wms');
  if (input.warehouse_id)
    await assertReference(tx, organizationId, 'warehouses', input.warehouse_id, 'warehouse_id');
  const lines = await readLines(tx, organizationId, id);
  const demand = pushDemand(lines, order.status);
  if (demand.length === 0) throw nothingToPush(order);
  const settings = await readOrderSettings(tx, organizationId);
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockPromises(tx, organizationId, itemIds);
  const own = ownPromises(lines);
  const wished = input.warehouse_id ?? order.warehouse_id;
  const places = wished ? [wished] : await readWarehousePreference(tx, organizationId);
  // Without a promise of its own (backordered, or promised at allocation) the order must leave the safety stock, too.
  const shortOf = ({ atp }: Coverage) => (own.length > 0 ? [] : shortages(demand, atp));
  const coverage = await readCoverage(tx, {
    organizationId,
    mode,
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
  return { id };
};

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
