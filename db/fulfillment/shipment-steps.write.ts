/**
 * The steps of a shipment, shared by its own endpoints, waves, loads and order actions. Each step writes the shipment,
 * its stock, its order and the mirrored event in one transaction. The caller holds the order's and the shipment's rows
 * locked.
 */
import {
  shipmentStates,
  stepsBetween,
  type ShipmentAction,
  type ShipmentStatus,
} from '../../domain/shipping/shipment-states.ts';
import { invalid } from '../../domain/refusal.ts';
import { assertSaidBefore, nextState, refuseOther } from '../../domain/state-machine.ts';
import type { TenantTransaction } from '../database.ts';
import { meantSerials } from './meant-serials.read.ts';
import { assertNotHeld } from './held-orders.read.ts';
import { syncOrder, syncOrdersAfterCancel } from './order-sync.write.ts';
import { lockCommitments } from '../inventory/commitments.write.ts';
import { changeLines } from '../orders/orders.write.ts';
import { detachFromWaveAndLoad } from '../picking/leave-picking.write.ts';
import { assertNotBeingPicked } from '../picking/pick-tasks.write.ts';
import { takenAllocations } from '../picking/taken-picks.ts';
import { readSerialsLeft } from '../inventory/serials/left-serials.read.ts';
import type { NamedSerials } from '../inventory/serials/ship-serials.write.ts';
import { reopenReturn } from '../returns/reopen-return.write.ts';
import { sumByLine } from '../shipping/shipment-lines.ts';
import type { StockPosting } from '../inventory/posting.ts';
import {
  hasShippedPart,
  heldBy,
  lowerLines,
  pickStock,
  returnStock,
  shipStock,
  type Allocation,
} from '../shipping/shipment-stock.write.ts';
import { writeStep, type Shipment } from '../shipping/shipments.write.ts';
import { cancelTransfer } from '../transfers/cancel-transfer.write.ts';
import { sendTransfer } from '../transfers/send-transfer.write.ts';
import { refusedUnlabelled } from '../parcels/needed-labels.read.ts';
import { takeBackUnneeded } from '../parcels/unneeded-labels.write.ts';
import { cancelVendorReturn, shipVendorReturn } from '../vendor-returns/follow-shipment.write.ts';
import { unpackReturned } from '../shipping/unpack-returned.write.ts';

/**
 * Refuses 400 ILLEGAL_TRANSITION; returns true when the shipment already is where the action leads and nothing is left
 * to do.
 */
export function isThere(shipment: Shipment, action: ShipmentAction, target: ShipmentStatus): boolean {
  if (shipment.status === target) return true;
  nextState(shipmentStates, shipment.status, action);
  return false;
}

/** Refuses 400 ILLEGAL_TRANSITION when a shipment that was shipped before is said to have left by other numbers. */
export function assertTrackedSo(shipment: Shipment, { tracking_no, carrier_code }: ShipFacts): void {
  assertSaidBefore(shipmentStates, [shipment.status, 'ship'], { tracking_no, carrier_code }, shipment);
}

/** The same, or with other units. */
export async function assertLeftSo(
  tx: TenantTransaction,
  shipment: Shipment,
  { serials = [], ...facts }: ShipFacts,
): Promise<void> {
  assertTrackedSo(shipment, facts);
  if (serials.length === 0) return;
  const left = await readSerialsLeft(tx, shipment.id);
  const unitsOf = new Map(left.map((one) => [one.item_id, new Set(one.serial_nos)]));
  const isSo = serials.every((one) =>
    one.serial_nos.every((no) => unitsOf.get(one.item_id.toLowerCase())?.has(no)),
  );
  if (!isSo) throw refuseOther(shipmentStates, [shipment.status, 'ship'], { serials: left });
}

/** The same of one that was delivered. */
export function assertDeliveredSo(shipment: Shipment, { delivered_at, signed_by }: DeliveryFacts): void {
  assertSaidBefore(shipmentStates, [shipment.status, 'deliver'], { delivered_at, signed_by }, shipment);
}

async function assertMayMove({ tx }: StockPosting, { id, order_id: orderId }: Shipment): Promise<void> {
  await assertNotBeingPicked(tx, id);
  if (orderId) await assertNotHeld(tx, orderId);
}

/** Confirms the remaining picks, through picking to picked. Does nothing when repeated. */
export async function advanceToPicked(work: StockPosting, shipment: Shipment): Promise<Shipment> {
  if (isThere(shipment, 'pick', 'picked')) return shipment;
  await assertMayMove(work, shipment);
  return driveTo(work, shipment, 'picked');
}

export async function advanceToPacked(work: StockPosting, shipment: Shipment): Promise<Shipment> {
  if (isThere(shipment, 'pack', 'packed')) return shipment;
  await assertMayMove(work, shipment);
  return driveTo(work, shipment, 'packed');
}

export interface ShipFacts {
  tracking_no?: string | undefined;
  carrier_code?: string | undefined;
  /** Which serials leave, instead of those named at picks; what nobody named is presumed. */
  serials?: readonly NamedSerials[] | undefined;
}

/**
 * Ships: confirms skipped steps in order, takes the stock out of the ledger once, and updates the order's lines and
 * status (fulfilled when nothing stays open, otherwise partially_fulfilled). Does nothing when repeated.
 */
export async function advanceToShipped(
  work: StockPosting,
  shipment: Shipment,
  facts: ShipFacts = {},
): Promise<Shipment> {
  const shipped = await shipOnly(work, shipment, facts);
  if (shipped !== shipment && shipment.order_id) await syncOrder(work, shipment.order_id);
  return shipped;
}

/** Refuses 409 LABEL_MISSING or LABEL_UNKNOWN of the first that may not leave without its labels. */
export async function assertLabelled(tx: TenantTransaction, shipments: readonly Shipment[]): Promise<void> {
  for (const refusal of (await refusedUnlabelled(tx, shipments)).values()) throw refusal;
}

/** Ships without updating the order, for an order action that writes its own status. */
export async function shipOnly(
  work: StockPosting,
  shipment: Shipment,
  { serials, ...facts }: ShipFacts = {},
): Promise<Shipment> {
  const { tx } = work;
  if (isThere(shipment, 'ship', 'shipped')) {
    await assertLeftSo(tx, shipment, { ...facts, serials });
    return shipment;
  }
  await assertMayMove(work, shipment);
  if (!facts.tracking_no) await assertLabelled(tx, [shipment]);
  const packed = await driveTo(work, shipment, 'packed', true);
  const left = await leave(work, packed, serials);
  await changeLines(
    tx,
    sumByLine(left).map(([id, qty]) => ({ id, fulfilled: qty })),
  );
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return writeStep(work, packed, 'shipped', given);
}

/** The stock of a shipment leaves, and what it is sent for goes along. */
async function leave(
  work: StockPosting,
  shipment: Shipment,
  serials: readonly NamedSerials[] | undefined,
): Promise<Allocation[]> {
  if (shipment.kind === 'transfer') return sendTransfer(work, shipment, serials);
  const { vendor_return_id: toVendor, disposition_id: disposition } = shipment;
  const isDecided = toVendor !== null || disposition !== null;
  const named = isDecided ? (serials ?? (await meantSerials(work.tx, shipment))) : serials;
  const left = await shipStock(work, shipment, named);
  if (toVendor !== null) await shipVendorReturn(work, toVendor, shipment.id, left);
  return left;
}

/** Writes each step up to `target` in order, picking the stock along the way. */
async function driveTo(
  work: StockPosting,
  shipment: Shipment,
  target: 'picked' | 'packed',
  shipsAtOnce = false,
): Promise<Shipment> {
  let now = shipment;
  for (const step of stepsBetween(shipment.status, target) as ('picking' | 'picked' | 'packed')[]) {
    if (step === 'picked') await pickStock(work, now, { shipsAtOnce });
    now = await writeStep(work, now, step);
    if (step === 'picked') await detachFromWaveAndLoad(work, now);
  }
  return now;
}

export interface DeliveryFacts {
  delivered_at?: string | undefined;
  signed_by?: string | undefined;
}

/**
 * Delivers a shipped shipment; when the last one is delivered, so is the order. Does nothing when repeated. Refuses 400
 * when delivered_at is before shipped_at or in the future.
 */
export async function advanceToDelivered(
  work: StockPosting,
  shipment: Shipment,
  facts: DeliveryFacts = {},
): Promise<Shipment> {
  if (isThere(shipment, 'deliver', 'delivered')) {
    assertDeliveredSo(shipment, facts);
    return shipment;
  }
  refuseDelivery(shipment, facts.delivered_at);
  return deliverShipped(work, shipment, facts);
}

/** The same for one that has shipped, at a moment that is not the caller's to be refused. */
export async function deliverShipped(
  work: StockPosting,
  shipment: Shipment,
  { delivered_at: deliveredAt, signed_by: signedBy }: DeliveryFacts,
): Promise<Shipment> {
  const delivered = await writeStep(work, shipment, 'delivered', {
    ...(deliveredAt ? { delivered_at: deliveredAt } : {}),
    ...(signedBy ? { signed_by: signedBy } : {}),
  });
  if (shipment.order_id) await syncOrder(work, shipment.order_id);
  return delivered;
}

/** Refuses 400 when `delivered_at` is before the shipment left, or in the future. */
export function refuseDelivery({ shipped_at: shippedAt }: Shipment, deliveredAt: string | undefined): void {
  if (!deliveredAt) return;
  const moment = new Date(deliveredAt);
  if (moment < shippedAt!)
    throw invalid('delivered_at', 'before_shipped', 'delivered_at must not be before shipped_at');
  if (moment.getTime() > Date.now())
    throw invalid('delivered_at', 'future', 'delivered_at must not be in the future');
}

/**
 * Cancels a shipment before it ships: its stock is released and its order's lines wait again (or end, by the
 * organization's short policy). Does nothing when repeated.
 */
export async function withdrawShipment(work: StockPosting, shipment: Shipment): Promise<Shipment> {
  if (isThere(shipment, 'cancel', 'cancelled')) return shipment;
  const { returned, cancelled } = await cancelOnly(work, shipment);
  if (shipment.transfer_id) await cancelTransfer(work, shipment.transfer_id, null);
  if (shipment.vendor_return_id) await cancelVendorReturn(work, shipment.vendor_return_id, null);
  if (shipment.order_id)
    await syncOrdersAfterCancel(work.tx, [{ work, orderId: shipment.order_id, returned }]);
  return cancelled;
}

/** What a batch took of it is on a cart: it is picked, as it would be at the wall, so that it is put back from there. */
async function pickTaken(work: StockPosting, shipment: Shipment): Promise<void> {
  const only = await takenAllocations(work.tx, shipment.id);
  if (only.size > 0) await pickStock(work, shipment, { only, isTaken: true, comesBack: true });
}

/**
 * Cancels without updating the order. Returns what it gave back. If part of the shipment has left already, the shipment
 * is reduced to that part and becomes shipped: what has left is delivered and billed as it is.
 */
export async function cancelOnly(
  work: StockPosting,
  shipment: Shipment,
): Promise<{ cancelled: Shipment; returned: readonly Allocation[] }> {
  const { tx } = work;
  nextState(shipmentStates, shipment.status, 'cancel');
  if (shipment.disposition_id) await reopenReturn(work, shipment.id, shipment.disposition_id);
  const held = await heldBy(tx, shipment.id);
  await lockCommitments(
    tx,
    held.map(({ item_id: itemId }) => itemId),
  );
  await pickTaken(work, shipment);
  const hasPartLeft = await hasShippedPart(tx, shipment.id);
  // Status first: a cancelled shipment no longer has to hold what its lines say.
  const ended = hasPartLeft ? shipment : await writeStep(work, shipment, 'cancelled');
  const returned = await returnStock(work, shipment);
  if (hasPartLeft) await lowerLines(tx, returned);
  await unpackReturned(work, shipment);
  await takeBackUnneeded(work, [shipment.id]);
  await detachFromWaveAndLoad(work, ended);
  const cancelled = hasPartLeft
    ? await writeStep(work, await driveTo(work, ended, 'packed'), 'shipped')
    : ended;
  return { cancelled, returned };
}
