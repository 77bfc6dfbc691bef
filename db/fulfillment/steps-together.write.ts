/**
 * The steps of plain shipments of a group (`isPlain`), written together with one statement a table. Each is judged by
 * itself, under the locks `takeShipments` took of all of them; no order is in a group twice, so none of them changes what
 * another one finds. Events come in the order in which each would have sent its own.
 */
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import { shipmentEvent } from '../../domain/shipping/events.ts';
import { stepsBetween, type ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { execute, sql, type TenantTransaction } from '../database.ts';
import { enterLocations, locationLocked } from '../inventory/location-locks.read.ts';
import { postTogether, type StockPosting } from '../inventory/posting.ts';
import { refuseHeld } from '../orders/order-lock.write.ts';
import { changeLines } from '../orders/orders.write.ts';
import { leaveWaves, refuseBeingPicked } from '../picking/pick-tasks.write.ts';
import { sumByLine } from '../shipping/shipment-lines.ts';
import { entryOf, type Allocation } from '../shipping/shipment-stock.write.ts';
import { stagingsOf, writeSteps, type Shipment, type StepFacts } from '../shipping/shipments.write.ts';
import { syncOrders } from './order-sync.write.ts';
import { isThere, refuseDelivery } from './shipment-steps.write.ts';
import type { TakenShipment } from './step-facts.read.ts';

/** One shipment of a group, which is asked to take a step. */
export interface AskedStep {
  work: StockPosting;
  taken: TakenShipment;
  facts: StepFacts;
  /** A rule of the command itself, which comes first. */
  check?: () => void;
}

/** Why a shipment may not take the step, or whether it took it: false for one that was there. */
export type Stepped = Refusal | boolean;

interface Moving {
  work: StockPosting;
  shipment: Shipment;
  held: Allocation[];
  steps: ShipmentStatus[];
  facts: StepFacts;
}

const actions = { picked: 'pick', packed: 'pack', shipped: 'ship' } as const;

/** Brings the shipments to a step, picking and packing on the way what was not. */
export async function advanceTogether(
  tx: TenantTransaction,
  asked: readonly AskedStep[],
  target: keyof typeof actions,
): Promise<Stepped[]> {
  const judged = asked.map((one) => refusalOr(() => judge(one, target)));
  const able = await pickTogether(tx, judged.filter(isMoving));
  const moving = judged.filter(isMoving).filter((one) => able.get(one) === undefined);
  if (target === 'shipped') await departTogether(tx, moving);
  const written = await writeSteps(tx, moving);
  for (const { work, shipment, steps } of moving) {
    const before = steps.at(-2) ?? shipment.status;
    work.emit(shipmentEvent(written.get(shipment.id)!, { status: target, previous_status: before }));
  }
  const picked = moving.filter(({ steps }) => steps.includes('picked'));
  if (picked.length > 0)
    await leaveWaves(
      tx,
      picked.map(({ shipment }) => shipment.id),
    );
  if (target === 'shipped') await followOrders(tx, moving);
  return judged.map((one) => (isMoving(one) ? (able.get(one) ?? true) : one));
}

const isMoving = (one: Moving | Stepped): one is Moving => isGood(one) && typeof one === 'object';

/** False when the shipment is there already. Refuses what one shipment's step does. */
function judge({ work, taken, facts, check }: AskedStep, target: keyof typeof actions): Moving | false {
  const { shipment, held, busy, holds } = taken;
  check?.();
  if (isThere(shipment, actions[target], target)) return false;
  refuseBeingPicked(shipment.id, busy);
  if (shipment.order_id) refuseHeld(shipment.order_id, holds);
  return { work, shipment, held: [...held], steps: stepsBetween(shipment.status, target), facts };
}

/**
 * Picks what is open to the staging locations, and tells the steps before the last one. Returns why some may not: 409
 * LOCATION_LOCKED.
 */
async function pickTogether(
  tx: TenantTransaction,
  moving: readonly Moving[],
): Promise<ReadonlyMap<Moving, Refusal>> {
  const refused = new Map<Moving, Refusal>();
  const picking = moving.filter(({ steps, held }) => steps.includes('picked') && held.some(isOpen));
  const stagings = await stagingsIn(tx, picking);
  const staged = ({ shipment }: Moving): string | undefined => stagings.get(shipment.warehouse_id);
  const placesOf = (one: Moving) => [
    ...one.held.filter(isOpen).map((piece) => piece.location_id),
    staged(one),
  ];
  const locked = await enterLocations(tx, picking.flatMap(placesOf));
  for (const one of picking) {
    const places = new Set(placesOf(one));
    const at = [...locked.keys()].find((id) => places.has(id));
    if (at) refused.set(one, locationLocked(at, locked.get(at)!));
  }
  const able = moving.filter((one) => !refused.has(one));
  for (const one of able) tell(one, (step) => step === 'picking');
  await moveToStaging(
    tx,
    picking.filter((one) => !refused.has(one)).map((one) => ({ ...one, staging: staged(one) })),
  );
  for (const one of able) tell(one, (step) => step !== 'picking');
  return refused;
}

const isOpen = ({ status }: Allocation): boolean => status === 'open';

async function stagingsIn(
  tx: TenantTransaction,
  picking: readonly Moving[],
): Promise<ReadonlyMap<string, string>> {
  if (picking.length === 0) return new Map();
  return stagingsOf(
    tx,
    picking.map(({ shipment }) => shipment.warehouse_id),
  );
}

/** Tells the steps on the way; the last one is told with what was written. */
function tell({ work, shipment, steps }: Moving, isMeant: (step: ShipmentStatus) => boolean): void {
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const before = steps[index - 1] ?? shipment.status;
    if (isMeant(step)) work.emit(shipmentEvent(shipment, { status: step, previous_status: before }));
  }
}

async function moveToStaging(
  tx: TenantTransaction,
  picking: readonly (Moving & { staging: string | undefined })[],
): Promise<void> {
  if (picking.length === 0) return;
  const picked = picking.flatMap(({ held, staging }) =>
    held.filter(isOpen).map((piece) => ({ piece, staging })),
  );
  await postTogether(
    tx,
    picking.map(({ work, held, staging }) => ({
      work,
      entries: held
        .filter((piece) => isOpen(piece) && staging && piece.location_id !== staging)
        .flatMap((piece) => [
          entryOf(piece, '-', 'pick'),
          entryOf(piece, '', 'pick', { location_id: staging! }),
        ]),
    })),
  );
  const pieces = picked.map(({ piece: { id }, staging }) => ({ id, staging }));
  await execute(
    tx,
    sql`update allocations a set status = 'picked', picked_at = now(), from_location_id = a.location_id, from_lpn_id = null,
            location_id = coalesce(p.staging, a.location_id)
       from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (id uuid, staging uuid)
      where a.organization_id = ${tx.organizationId} and a.id = p.id`,
  );
  for (const { piece, staging } of picked)
    Object.assign(piece, { status: 'picked', location_id: staging ?? piece.location_id });
}

/** Takes what the shipments hold out of the ledger, once, and adds it to what their orders' lines have got. */
async function departTogether(tx: TenantTransaction, moving: readonly Moving[]): Promise<void> {
  const leaving = moving.flatMap(({ held }) => held);
  if (leaving.length === 0) return;
  await postTogether(
    tx,
    moving.map(({ work, held }) => ({
      work,
      entries: held.toSorted(inKeyOrder).map((piece) => entryOf(piece, '-', 'ship')),
    })),
  );
  await execute(
    tx,
    sql`update allocations set status = 'shipped', ended_at = now()
      where organization_id = ${tx.organizationId} and id = any (${leaving.map(({ id }) => id)}::uuid[])`,
  );
  await changeLines(
    tx,
    sumByLine(leaving).map(([id, qty]) => ({ id, fulfilled: qty })),
  );
}

const keyOf = ({ item_id, location_id, lot_no, id }: Allocation): string =>
  `${item_id} ${location_id} ${lot_no} ${id}`;
const inKeyOrder = (one: Allocation, other: Allocation): number => (keyOf(one) < keyOf(other) ? -1 : 1);

function followOrders(
  tx: TenantTransaction,
  moved: readonly { work: StockPosting; shipment: Shipment }[],
): Promise<void> {
  return syncOrders(
    tx,
    moved.flatMap(({ work, shipment: { order_id: orderId } }) => (orderId ? [{ work, orderId }] : [])),
  );
}

/** Delivers shipped shipments; with the last one of an order the order is delivered. */
export async function deliverTogether(
  tx: TenantTransaction,
  asked: readonly AskedStep[],
): Promise<Stepped[]> {
  const judged = asked.map(({ work, taken: { shipment }, facts }) =>
    refusalOr((): Moving | false => {
      if (isThere(shipment, 'deliver', 'delivered')) return false;
      refuseDelivery(shipment, facts.delivered_at);
      return { work, shipment, held: [], steps: ['delivered'], facts };
    }),
  );
  const moving = judged.filter(isMoving);
  const written = await writeSteps(tx, moving);
  for (const { work, shipment } of moving) {
    const now = written.get(shipment.id)!;
    work.emit(shipmentEvent(now, { status: 'delivered', previous_status: shipment.status }));
  }
  await followOrders(tx, moving);
  return judged.map((one) => isMoving(one) || one);
}
