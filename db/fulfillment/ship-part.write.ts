/** Ships part of what an order's shipments hold; a shipment left with nothing is marked shipped as well. */
import { isNoneOf } from '../state-columns.ts';
import { endedStates } from '../../domain/inventory/allocations.ts';
import { groupBy } from '../../domain/group-by.ts';
import { newId } from '../../domain/new-id.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { execute, rows } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';
import { detachFromWaveAndLoad, leaveJobs } from '../picking/leave-picking.write.ts';
import { advancePicking, assertNotBeingPicked } from '../picking/pick-tasks.write.ts';
import { assertUnlocked } from '../inventory/location-locks.read.ts';
import { endEmptyLpns, lockFamilies } from '../inventory/lpn-steps.write.ts';
import { shipSerials } from '../inventory/serials/ship-serials.write.ts';
import { assertLabelled, shipOnly } from './shipment-steps.write.ts';
import { allocationColumns, entryOf, heldBy, type Allocation } from '../shipping/shipment-stock.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { refusedHeldLots } from '../shipping/held-lots.ts';
import { lockShipmentsOf } from '../shipping/shipments.write.ts';
import type { LockedOrder } from '../orders/order-lock.write.ts';

/**
 * Takes up to these quantities per order line out of the ledger, picked stock first. Returns what shipped per line. What
 * leaves straight from its shelf is picked by that: 409 LOCATION_LOCKED while the shelf is being counted. Of a lot on hold
 * nothing leaves: 409 LOT_ON_HOLD. A part is a parcel as the whole is: 409 LABEL_MISSING or LABEL_UNKNOWN.
 */
export async function shipPart(
  work: StockPosting,
  order: LockedOrder,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { tx, organizationId } = work;
  const shipments = await lockShipmentsOf(tx, order.id);
  for (const { id } of shipments) await assertNotBeingPicked(tx, id);
  const held = await rows<Allocation>(
    tx,
    sql`select ${allocationColumns} from allocations a
      where a.organization_id = ${organizationId} and a.order_id = ${order.id} and ${isNoneOf('a.status', endedStates)}
      order by a.status desc, a.id`,
  );
  const left = new Map<string, Decimal>([...wanted].map(([id, qty]) => [id, decimal(qty)]));
  const leaving = held.flatMap((one) => {
    const open = left.get(one.order_line_id!) ?? zero;
    const qty = open.lt(decimal(one.qty)) ? open : decimal(one.qty);
    if (qty.lte(zero)) return [];
    left.set(one.order_line_id!, open.minus(qty));
    return [{ ...one, qty: String(qty), rest: decimal(one.qty).minus(qty) }];
  });
  const ofShipment = groupBy(leaving, ({ shipment_id: id }) => id);
  const touched = shipments.filter(({ id }) => ofShipment.has(id));
  await assertLabelled(tx, touched);
  const refused = await refusedHeldLots(
    tx,
    touched.map((shipment) => ({ shipment, pieces: ofShipment.get(shipment.id)! })),
  );
  for (const refusal of refused.values()) throw refusal;
  const shelves = leaving.filter(({ status }) => status === 'open').map(({ location_id: at }) => at);
  await assertUnlocked(tx, shelves);
  const family = await lockFamilies(tx, leaving);
  await postNext(
    work,
    leaving.map((one) => entryOf(one, '-', 'ship')),
  );
  for (const one of leaving) await endPart(work, one);
  for (const [shipmentId, some] of ofShipment)
    await shipSerials(tx, { id: shipmentId, transfer_id: null }, work.commandId, some);
  await endEmptyLpns(work, family, leaving, 'ship', { merchant_id: order.merchant_id });
  for (const shipment of touched) {
    const rest = await heldBy(tx, shipment.id);
    if (rest.length === 0) await shipOnly(work, shipment);
    // What was left to pick has gone: what remains is picked, and its wave waits for it no longer.
    else if (shipment.status === 'picking' && rest.every(({ status }) => status === 'picked'))
      await detachFromWaveAndLoad(work, await advancePicking(work, shipment));
    // A job whose own part has gone ends, although others pick the rest.
    else await leaveJobs(work, shipment.id);
  }
  return new Map([...wanted].map(([id, qty]) => [id, String(decimal(qty).minus(left.get(id)!))]));
}

// The shipped part gets a row of its own; the remainder keeps its row and everything in it.
async function endPart(
  { tx, organizationId }: StockPosting,
  one: Allocation & { rest: Decimal },
): Promise<void> {
  const isWhole = one.rest.lte(zero);
  await execute(
    tx,
    sql`update allocations set ${assignments(isWhole ? { status: 'shipped', ended_at: sql`now()` } : { qty: String(one.rest) })}
      where organization_id = ${organizationId} and id = ${one.id}`,
  );
  if (isWhole) return;
  await execute(
    tx,
    sql`insert into allocations (organization_id, id, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id,
            warehouse_id, item_id, location_id, lot_no, lpn_id, qty, stock_status, status, from_location_id, from_lpn_id, why, created_at,
            picked_at, ended_at)
     select organization_id, ${newId()}::uuid, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id, warehouse_id,
            item_id, location_id, lot_no, lpn_id, ${one.qty}, stock_status, 'shipped', from_location_id, from_lpn_id, why, created_at, picked_at, now()
       from allocations where organization_id = ${organizationId} and id = ${one.id}`,
  );
}
