/**
 * The steps of plain shipments of a group (`isPlain`), written together with one statement a table. Each is judged by
 * itself, under the locks `takeShipments` took of all of them; no order is in a group twice, so none of them changes what
 * another one finds. Events come in the order in which each would have sent its own.
 */
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import { shipmentEvent } from '../../domain/shipping/events.ts';
import { stepsBetween, type ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { executeUnawaited, type TenantTransaction } from '../database.ts';
import { together } from '../sql-errors.ts';
import { amongIds, assignments, sql } from '../sql-text.ts';
import { heldByPosting } from '../inventory/held-by-posting.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { locationLocked } from '../inventory/location-locks.read.ts';
import { postUntold, tellPosted, type StockPosting } from '../inventory/posting.ts';
import { refuseHeld } from '../orders/order-lock.write.ts';
import { changeLines } from '../orders/orders.write.ts';
import { refuseBeingPicked } from '../picking/pick-tasks.write.ts';
import { endInWaves, updateWaves } from '../picking/wave-progress.write.ts';
import { sumByLine } from '../shipping/shipment-lines.ts';
import { entryOf, type Allocation } from '../shipping/shipment-stock.write.ts';
import { enterToStage, writeSteps, type Shipment, type StepFacts } from '../shipping/shipments.write.ts';
import { readOrderFacts, syncOrders, type Following } from './order-sync.write.ts';
import { refusedSteps } from './refused-steps.read.ts';
import { assertDeliveredSo, assertTrackedSo, isThere, refuseDelivery } from './shipment-steps.write.ts';
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
  held: readonly Allocation[];
  steps: ShipmentStatus[];
  facts: StepFacts;
}

const actions = { picked: 'pick', packed: 'pack', shipped: 'ship' } as const;

/** What else is written of those that move, by shipment, at the same time. */
type Also = (shipmentIds: ReadonlySet<string>) => Promise<void>;

/** Brings the shipments to a step, picking and packing on the way what was not. What has shipped moves its order. */
export function advanceTogether(
  tx: TenantTransaction,
  asked: readonly AskedStep[],
  target: keyof typeof actions,
  also?: Also,
): Promise<Stepped[]> {
  return stepTogether(tx, asked, target, { movesOrders: target === 'shipped', also });
}

/** Ships without updating the orders, for order actions that write their own status. */
export function shipTogether(tx: TenantTransaction, asked: readonly AskedStep[]): Promise<Stepped[]> {
  return stepTogether(tx, asked, 'shipped', { movesOrders: false });
}

async function stepTogether(
  tx: TenantTransaction,
  asked: readonly AskedStep[],
  target: keyof typeof actions,
  { movesOrders, also }: { movesOrders: boolean; also?: Also | undefined },
): Promise<Stepped[]> {
  const asSuch = asked.map((one) => refusalOr(() => judge(one, target)));
  const kept = await refusedSteps(tx, asSuch.filter(isMoving).map(piecesOf(target)), target === 'shipped');
  const judged = asSuch.map((one) => (isMoving(one) && kept.get(one.shipment.id)) || one);
  const { refused, stagings } = await enterTogether(tx, judged.filter(isMoving), target);
  const moving = judged.filter(isMoving).filter((one) => !refused.has(one));
  if (moving.length > 0) {
    const picked = moving.filter(({ steps }) => steps.includes('picked'));
    const following = movesOrders ? ordersOf(moving) : [];
    const moves = movesOf(moving, stagings, target);
    tellMoves(moves);
    await writeFulfilled(tx, moves);
    const written = writeSteps(tx, moving);
    // Behind what is written: these are waited for.
    const [left, facts] = await together([
      endInWaves(
        tx,
        picked.map(({ work, shipment }) => ({ work, shipment_id: shipment.id })),
      ),
      readOrderFacts(tx, following),
      also?.(new Set(moving.map(({ shipment }) => shipment.id))),
    ]);
    for (const { work, shipment, steps } of moving) {
      const before = steps.at(-2) ?? shipment.status;
      work.emit(shipmentEvent(written.get(shipment.id)!, { status: target, previous_status: before }));
    }
    // Behind all that is waited for, so that others wait for these balances no longer than the commit takes.
    writePieces(tx, moves, target);
    await postMoves(tx, moves);
    await updateWaves(tx, left);
    await syncOrders(tx, following, { known: facts, write: executeUnawaited });
  }
  return judged.map((one) => (isMoving(one) ? (refused.get(one) ?? true) : one));
}

const isMoving = (one: Moving | Stepped): one is Moving => isGood(one) && typeof one === 'object';

/** False when the shipment is there already. Refuses what one shipment's step does. */
function judge({ work, taken, facts, check }: AskedStep, target: keyof typeof actions): Moving | false {
  const { shipment, held, busy, holds } = taken;
  check?.();
  if (isThere(shipment, actions[target], target)) {
    if (target === 'shipped') assertTrackedSo(shipment, facts);
    return false;
  }
  refuseBeingPicked(shipment.id, busy);
  if (shipment.order_id) refuseHeld(shipment.order_id, holds);
  return { work, shipment, held, steps: stepsBetween(shipment.status, target), facts };
}

interface Entered {
  /** Why some may not: 409 LOCATION_LOCKED. */
  refused: ReadonlyMap<Moving, Refusal>;
  /** The staging locations, by warehouse. */
  stagings: ReadonlyMap<string, string>;
}

/** Enters the locations that open picks leave and go to: what ships at once leaves from where it is. */
async function enterTogether(
  tx: TenantTransaction,
  moving: readonly Moving[],
  target: keyof typeof actions,
): Promise<Entered> {
  const refused = new Map<Moving, Refusal>();
  const picking = moving.filter(({ held }) => held.some(isOpen));
  if (picking.length === 0) return { refused, stagings: new Map() };
  const leftBy = ({ held }: Moving) => held.filter(isOpen).map((piece) => piece.location_id);
  const staged = target === 'shipped' ? [] : picking.map(({ shipment }) => shipment.warehouse_id);
  const { stagings, locked } = await enterToStage(tx, staged, picking.flatMap(leftBy));
  const placesOf = (one: Moving) => [...leftBy(one), stagings.get(one.shipment.warehouse_id)];
  for (const one of picking) {
    const places = new Set(placesOf(one));
    const at = [...locked.keys()].find((id) => places.has(id));
    if (at) refused.set(one, locationLocked(at, locked.get(at)!));
  }
  return { refused, stagings };
}

const isOpen = ({ status }: Allocation): boolean => status === 'open';

/** With what the step takes: all it leaves with, or what it picks. */
const piecesOf = (target: keyof typeof actions) => (one: Moving) => ({
  ...one,
  pieces: target === 'shipped' ? one.held : one.held.filter(isOpen),
});

/** What a shipment holds, with where it goes. */
interface Move extends Moving {
  moved: { piece: Allocation; to: Allocation; isPicked: boolean }[];
  leaving: readonly Allocation[];
  picks: LedgerEntry[];
  ships: LedgerEntry[];
}

/** What is open goes to staging, or all of it out of the ledger. */
function movesOf(
  moving: readonly Moving[],
  stagings: ReadonlyMap<string, string>,
  target: keyof typeof actions,
): Move[] {
  return moving.map((one) => {
    const { held, shipment } = one;
    const moved = held.map((piece) => {
      const to = (isOpen(piece) && stagings.get(shipment.warehouse_id)) || piece.location_id;
      return { piece, to: { ...piece, location_id: to }, isPicked: isOpen(piece) };
    });
    const picks = moved
      .filter(({ piece, to }) => to.location_id !== piece.location_id)
      .flatMap(({ piece, to }) => [entryOf(piece, '-', 'pick'), entryOf(to, '', 'pick')]);
    const leaving = target === 'shipped' ? held : [];
    return { ...one, moved, picks, leaving, ships: leaving.map((piece) => entryOf(piece, '-', 'ship')) };
  });
}

function tellMoves(moves: readonly Move[]): void {
  for (const one of moves) {
    tell(one, (step) => step === 'picking');
    tellPosted(one.work, one.picks);
    tell(one, (step) => step !== 'picking');
    tellPosted(one.work, one.ships);
  }
}

/** Moves what the shipments hold with one posting. Unawaited. */
async function postMoves(tx: TenantTransaction, moves: readonly Move[]): Promise<void> {
  await postUntold(
    tx,
    moves.map(({ work, picks, ships }) => ({ work, entries: [...picks, ...ships] })),
    executeUnawaited,
  );
}

function writeFulfilled(tx: TenantTransaction, moves: readonly Move[]): Promise<void> {
  return changeLines(
    tx,
    sumByLine(moves.flatMap(({ leaving }) => leaving)).map(([id, qty]) => ({ id, fulfilled: qty })),
    executeUnawaited,
  );
}

/** Tells the steps on the way; the last one is told with what was written. */
function tell({ work, shipment, steps }: Moving, isMeant: (step: ShipmentStatus) => boolean): void {
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const before = steps[index - 1] ?? shipment.status;
    if (isMeant(step)) work.emit(shipmentEvent(shipment, { status: step, previous_status: before }));
  }
}

/** Writes what is picked, or has left. Unawaited. */
function writePieces(tx: TenantTransaction, moves: readonly Move[], target: keyof typeof actions): void {
  const isShipped = target === 'shipped';
  const pieces = moves
    .flatMap(({ moved }) => moved)
    .filter(({ isPicked }) => isPicked || isShipped)
    .map(({ piece: { id }, to, isPicked }) => ({ id, location_id: to.location_id, is_picked: isPicked }));
  if (pieces.length === 0) return;
  const changes = {
    status: isShipped ? 'shipped' : 'picked',
    picked_at: sql`case when p.is_picked then now() else a.picked_at end`,
    from_location_id: sql`case when p.is_picked then a.location_id else a.from_location_id end`,
    location_id: sql`p.location_id`,
    ...(isShipped ? { ended_at: sql`now()` } : {}),
  };
  executeUnawaited(
    tx,
    sql`update allocations a set ${assignments(changes)}
       from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (id uuid, location_id uuid, is_picked boolean)
      where ${amongIds(tx, 'a', pieces)} and a.id = p.id and ${heldByPosting}`,
  );
}

function ordersOf(moved: readonly Pick<Moving, 'work' | 'shipment'>[]): Following[] {
  return moved.flatMap(({ work, shipment: { order_id: orderId } }) => (orderId ? [{ work, orderId }] : []));
}

/** Delivers shipped shipments; with the last one of an order the order is delivered. */
export async function deliverTogether(
  tx: TenantTransaction,
  asked: readonly AskedStep[],
): Promise<Stepped[]> {
  const judged = asked.map(({ work, taken: { shipment }, facts }) =>
    refusalOr((): Moving | false => {
      if (isThere(shipment, 'deliver', 'delivered')) {
        assertDeliveredSo(shipment, facts);
        return false;
      }
      refuseDelivery(shipment, facts.delivered_at);
      return { work, shipment, held: [], steps: ['delivered'], facts };
    }),
  );
  const moving = judged.filter(isMoving);
  await writeDelivered(tx, moving);
  await syncOrders(tx, ordersOf(moving));
  return judged.map((one) => isMoving(one) || one);
}

/** Writes what was delivered, and tells of it. */
export async function writeDelivered(
  tx: TenantTransaction,
  delivered: readonly Pick<Moving, 'work' | 'shipment' | 'facts'>[],
): Promise<void> {
  const written = writeSteps(
    tx,
    delivered.map((one) => ({ ...one, steps: ['delivered'] })),
  );
  for (const { work, shipment } of delivered) {
    const now = written.get(shipment.id)!;
    work.emit(shipmentEvent(now, { status: 'delivered', previous_status: shipment.status }));
  }
}
