/**
 * The steps of a shipment, shared by its own endpoints, waves, loads and the order's actions. Each writes the shipment,
 * its stock, its order and the mirrored event in the one transaction. The order's row and the shipment's are locked.
 */
import {
  shipmentStates,
  stepsBetween,
  type ShipmentAction,
  type ShipmentStatus,
} from '../../domain/wms/shipment-states.ts';
import { invalid } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { assertNotHeld } from '../oms/order-lock.write.ts';
import { settleOrder } from '../oms/order-settle.write.ts';
import { lockPromises } from '../oms/promises.write.ts';
import { changeLines } from '../oms/orders.write.ts';
import { assertNotBeingPicked, leaveOutbound } from './pick-tasks.write.ts';
import type { NamedSerials } from './serials.write.ts';
import { sumByLine } from './shipment-lines.ts';
import type { ShipmentWork } from './shipment-work.ts';
import { heldBy, pickStock, returnStock, shipStock } from './shipment-stock.write.ts';
import { writeStep, type Shipment } from './shipments.write.ts';

/** Refuses 400 ILLEGAL_TRANSITION; a shipment already where the action leads answers true: nothing is left to do. */
function isThere(shipment: Shipment, action: ShipmentAction, target: ShipmentStatus): boolean {
  if (shipment.status === target) return true;
  nextState(shipmentStates, shipment.status, action);
  return false;
}

async function assertMayMove(
  { tx, organizationId }: ShipmentWork,
  { id, order_id: orderId }: Shipment,
): Promise<void> {
  await assertNotBeingPicked(tx, organizationId, id);
  if (orderId) await assertNotHeld(tx, organizationId, orderId);
}

/** Confirms what is left to pick, through picking to picked. Repeated: nothing. */
export async function pickShipment(work: ShipmentWork, shipment: Shipment): Promise<Shipment> {
  if (isThere(shipment, 'pick', 'picked')) return shipment;
  await assertMayMove(work, shipment);
  return driveTo(work, shipment, 'picked');
}

export async function packShipment(work: ShipmentWork, shipment: Shipment): Promise<Shipment> {
  if (isThere(shipment, 'pack', 'packed')) return shipment;
  await assertMayMove(work, shipment);
  return driveTo(work, shipment, 'packed');
}

export interface ShipFacts {
  tracking_no?: string | undefined;
  carrier_code?: string | undefined;
  /** Which serials leave; those not named are presumed. */
  serials?: readonly NamedSerials[] | undefined;
}

/**
 * Ships: confirms skipped steps in order, takes the stock out of the ledger once, writes the order's lines and state
 * (fulfilled when nothing stays open, else partially_fulfilled). Repeated: nothing.
 */
export async function shipShipment(
  work: ShipmentWork,
  shipment: Shipment,
  facts: ShipFacts = {},
): Promise<Shipment> {
  const shipped = await shipOnly(work, shipment, facts);
  if (shipped !== shipment && shipment.order_id) await settleOrder(work, shipment.order_id);
  return shipped;
}

/** Ships without settling the order: for an action of the order, which writes its own state. */
export async function shipOnly(
  work: ShipmentWork,
  shipment: Shipment,
  { serials, ...facts }: ShipFacts = {},
): Promise<Shipment> {
  if (isThere(shipment, 'ship', 'shipped')) return shipment;
  await assertMayMove(work, shipment);
  const packed = await driveTo(work, shipment, 'packed');
  const left = await shipStock(work, packed, serials);
  const { tx, organizationId } = work;
  await changeLines(
    tx,
    organizationId,
    sumByLine(left).map(([id, qty]) => ({ id, fulfilled: qty })),
  );
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return writeStep(work, packed, 'shipped', given);
}

/** Writes each step up to `target`, in order, picking the stock on the way. */
async function driveTo(
  work: ShipmentWork,
  shipment: Shipment,
  target: 'picked' | 'packed',
): Promise<Shipment> {
  let now = shipment;
  for (const step of stepsBetween(shipment.status, target) as ('picking' | 'picked' | 'packed')[]) {
    if (step === 'picked') await pickStock(work, now);
    now = await writeStep(work, now, step);
    if (step === 'picked') await leaveOutbound(work, now);
  }
  return now;
}

export interface DeliveryFacts {
  delivered_at?: string | undefined;
  signed_by?: string | undefined;
}

/** Delivers a shipped shipment; the last one delivered writes the order delivered. Repeated: nothing. */
export async function deliverShipment(
  work: ShipmentWork,
  shipment: Shipment,
  facts: DeliveryFacts = {},
): Promise<Shipment> {
  const delivered = await deliverOnly(work, shipment, facts);
  if (delivered !== shipment && shipment.order_id) await settleOrder(work, shipment.order_id);
  return delivered;
}

/** Delivers without settling the order. Refuses 400 when delivered_at lies before shipped_at or in the future. */
export async function deliverOnly(
  work: ShipmentWork,
  shipment: Shipment,
  facts: DeliveryFacts = {},
): Promise<Shipment> {
  if (isThere(shipment, 'deliver', 'delivered')) return shipment;
  const { delivered_at: deliveredAt, signed_by: signedBy } = facts;
  if (deliveredAt) {
    const moment = new Date(deliveredAt);
    if (moment < shipment.shipped_at!) {
      throw invalid('delivered_at', 'before_shipped', 'delivered_at must not be before shipped_at');
    }
    if (moment.getTime() > Date.now())
      throw invalid('delivered_at', 'future', 'delivered_at must not be in the future');
  }
  return writeStep(work, shipment, 'delivered', {
    ...(deliveredAt ? { delivered_at: deliveredAt } : {}),
    ...(signedBy ? { signed_by: signedBy } : {}),
  });
}

/**
 * Cancels a shipment before it shipped; its stock is given back and its order's lines wait again (or end, by the
 * organization's short policy). Repeated: nothing.
 */
export async function cancelShipment(work: ShipmentWork, shipment: Shipment): Promise<Shipment> {
  if (isThere(shipment, 'cancel', 'cancelled')) return shipment;
  const { released, cancelled } = await cancelOnly(work, shipment);
  if (shipment.order_id) await settleOrder(work, shipment.order_id, released);
  return cancelled;
}

/** Cancels without settling the order. Answers what each order line got back, and how much of it is available at once. */
export async function cancelOnly(
  work: ShipmentWork,
  shipment: Shipment,
): Promise<{ cancelled: Shipment; released: { lines: [string, string][]; atOnce: [string, string][] } }> {
  const { tx, organizationId } = work;
  nextState(shipmentStates, shipment.status, 'cancel');
  const held = await heldBy(tx, organizationId, shipment.id);
  await lockPromises(
    tx,
    organizationId,
    held.map(({ item_id: itemId }) => itemId),
  );
  // The state first: a cancelled shipment no longer has to hold what its lines say.
  const cancelled = await writeStep(work, shipment, 'cancelled');
  const returned = await returnStock(work, shipment);
  await leaveOutbound(work, cancelled);
  const atOnce = returned.filter((one) => one.status === 'open' || one.from_location_id === one.location_id);
  return { cancelled, released: { lines: sumByLine(returned), atOnce: sumByLine(atOnce) } };
}
