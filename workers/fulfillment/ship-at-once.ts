/**
 * Orders released and, with `ship`, shipped by the same command: it leaves what the release and then the shipping of each
 * open shipment of the order would, or nothing. Those of a group whose shipments are plain go together, up to the first
 * whose are not: that one goes by itself, at the head of the next group.
 */
import { planOnce, type TenantTransaction } from '../../db/database.ts';
import { shipAll } from '../../db/fulfillment/ship-all.write.ts';
import { factsOf, isPlain, type TakenShipment } from '../../db/fulfillment/step-facts.read.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { enterLocations, tryEnterPicked } from '../../db/inventory/location-locks.read.ts';
import { lockItemsOfLots } from '../../db/inventory/lots/lots.write.ts';
import { lockOrders } from '../../db/orders/orders-together.write.ts';
import { lockShipmentsOf, type Shipment } from '../../db/shipping/shipments.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import { releasedStates } from '../../domain/orders/order-states.ts';
import { invalid, isGood, Refusal, refusalOr, refusalOrLater } from '../../domain/refusal.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import type { Command } from '../../queues/engine/define-command.ts';
import { assertHeld } from '../acting-person.ts';
import { allOrEach, BeginsAnew, untilAlone } from '../engine/each-of-group.ts';
import { apart, type HandlerOfMany } from '../engine/handler.ts';
import { eachOrderOnce, type AskedWith, type Ended } from '../orders/each-order-once.ts';
import { listWhatLeft } from './list-what-left.ts';

interface Input {
  order_id: string;
  warehouse_id?: string | null | undefined;
  ship?: boolean | undefined;
  tracking_no?: string | undefined;
  carrier_code?: string | undefined;
}

type ReleaseCommand<I> = Command<string, I, { id: string }, true>;

/** Releases orders of a group. Returns for each why it was refused, if it was, or throws why one of them was. */
type Release<I> = (tx: TenantTransaction, asked: readonly AskedWith<I>[]) => Promise<(Refusal | undefined)[]>;

/** Thrown when one of several orders has to go by itself. */
class GoesAlone extends Error {
  readonly place: number;

  constructor(place: number) {
    super('One of the orders goes by itself.');
    this.place = place;
  }
}

/**
 * A release of orders that ships them when it is asked to. A group either ships its orders or does not; `onlyRelease` is
 * how those that are not shipped share their transaction.
 */
export function shippedAtOnce<I extends Input>(
  release: Release<I>,
  onlyRelease: (...given: [...Parameters<Release<I>>, Release<I>]) => Promise<Ended[]> = release,
): HandlerOfMany<ReleaseCommand<I>> {
  return (tx, asked) => {
    const ships = asked[0]!.input.ship === true;
    const run = eachOrderOnce<I>((_, orders) =>
      eachFitting(orders, (fitting) => (ships ? shipTogether : onlyRelease)(tx, fitting, release)),
    );
    return untilAlone(
      asked,
      ({ input }) => (input.ship === true) !== ships,
      (alike) => run(tx, alike),
    );
  };
}

/** All but those whose command asks for what it may not. */
async function eachFitting<I extends Input>(
  asked: readonly AskedWith<I>[],
  together: (orders: readonly AskedWith<I>[]) => Promise<Ended[]>,
): Promise<Ended[]> {
  const refusals = asked.map((one) => refusalOr(() => assertFits(one)));
  const ends = await together(asked.filter((_, at) => isGood(refusals[at])));
  return refusals.map((refusal) => (isGood(refusal) ? ends.shift() : refusal));
}

function assertFits<I extends Input>({ work, input }: AskedWith<I>): void {
  if (input.ship) assertHeld(work, 'wms.outbound.ship', 'ship needs the permission wms.outbound.ship.');
  else
    for (const field of ['tracking_no', 'carrier_code'] as const)
      if (input[field] !== undefined)
        throw invalid(field, 'not_allowed', `${field} is only taken when ship is true`);
}

async function shipTogether<I extends Input>(
  tx: TenantTransaction,
  asked: readonly AskedWith<I>[],
  release: Release<I>,
): Promise<Ended[]> {
  await lockAhead(
    tx,
    asked.map(({ order_id: id }) => id),
  );
  const places = new Set<string>();
  const run = async (some: readonly AskedWith<I>[]): Promise<void> => {
    await enterLocations(tx, [...places]);
    await releaseAndShip(tx, some, release, places);
  };
  try {
    return await allOrEach(tx, asked, run);
  } catch (fault) {
    if (!(fault instanceof GoesAlone)) throw fault;
    const before = asked.slice(0, Math.max(fault.place, 1));
    const refusals = await allOrEach(tx, before, run);
    return asked.map((_, at) => (at < before.length ? refusals[at] : apart));
  }
}

/**
 * Locks of all of them what the release locks, outside of the savepoints: one that is undone lets go of its locks, and
 * the orders would take them one by one.
 */
export async function lockAhead(tx: TenantTransaction, orderIds: readonly string[]): Promise<void> {
  const taken = await lockOrders(tx, orderIds);
  const itemIds = [...taken.values()].flatMap(({ lines }) => lines.flatMap(({ item_id: id }) => id ?? []));
  // Sent at once and run in this order.
  await Promise.all([lockItemsOfLots(tx, itemIds), lockCommitments(tx, itemIds)]);
}

/**
 * `places`: those that are entered. What leaves another one begins anew if somebody keeps that alone: places are entered
 * before their stock is taken.
 */
async function releaseAndShip<I extends Input>(
  tx: TenantTransaction,
  asked: readonly AskedWith<I>[],
  release: Release<I>,
  places: Set<string>,
): Promise<void> {
  const released = await refusalOrLater(() => release(tx, asked));
  const refusal = isGood(released) ? released.find((one) => one !== undefined) : released;
  if (refusal && asked.length > 1) throw refusal;
  const ids = asked.map(({ order_id: id }) => id);
  const shipments = await lockShipmentsOf(tx, ...ids);
  const from = new Map(
    asked.map(({ order_id: id, input }) => [id.toLowerCase(), input.warehouse_id?.toLowerCase()]),
  );
  // What waits somewhere else than it is said to leave from stays there.
  const isThere = ({ order_id: id, warehouse_id: at }: Shipment): boolean => (from.get(id!) ?? at) === at;
  const open = shipments.filter((one) => !hasLeft(one.status) && isThere(one));
  // What is released already is shipped, though the rest is not there; and of what has left nothing is.
  if (refusal && open.length === 0) assertDone(refusal, asked[0]!.input, shipments);
  else if (refusal && !isOfReleased(refusal) && refusal.code !== 'INSUFFICIENT_ATP') throw refusal;
  // Sent at once and run in this order.
  const [facts, kept] = await Promise.all([
    factsOf(tx, open),
    tryEnterPicked(
      tx,
      open.map(({ id }) => id),
    ),
  ]);
  if (kept.length > 0) {
    for (const id of kept) places.add(id);
    throw new BeginsAnew();
  }
  const openOf = groupBy(facts.values(), ({ shipment }) => shipment.order_id!);
  const orders = asked.map((one) => ({ ...one, open: openOf.get(one.order_id.toLowerCase()) ?? [] }));
  const special = orders.findIndex((one) => !one.open.every(isPlain));
  if (special >= 0 && asked.length > 1) throw new GoesAlone(special);
  await ship(tx, orders);
}

async function ship<I extends Input>(
  tx: TenantTransaction,
  orders: readonly (AskedWith<I> & { open: readonly TakenShipment[] })[],
): Promise<void> {
  for (const { input, open } of orders)
    if (input.tracking_no !== undefined && open.length > 1)
      throw invalid(
        'tracking_no',
        'not_allowed',
        `tracking_no is of one shipment, and ${open.length} leave: name each one's when it ships`,
      );
  planOnce(tx);
  const leaving = orders.flatMap(({ work, input: { tracking_no, carrier_code }, open }) =>
    open.map((taken) => ({ work, taken, facts: { tracking_no, carrier_code } })),
  );
  await shipAll(tx, leaving);
  await listWhatLeft(
    tx,
    leaving.map(({ work, taken: { shipment } }) => ({ work, shipment_id: shipment.id })),
  );
}

/**
 * It was refused and nothing waits: what is asked is done already, if what is said of it is so of a shipment that has left.
 * Refuses with what is on record of those that have.
 */
function assertDone(refusal: Refusal, said: Input, shipments: readonly Shipment[]): void {
  if (!isOfReleased(refusal)) throw refusal;
  const facts = ['warehouse_id', 'tracking_no', 'carrier_code'] as const;
  const given = facts.filter((one) => (said[one] ?? null) !== null);
  const asked = { ...said, warehouse_id: said.warehouse_id?.toLowerCase() };
  const left = shipments.filter(({ status }) => hasLeft(status));
  if (given.length === 0 || left.some((one) => given.every((fact) => one[fact] === asked[fact]))) return;
  const on_record = left.map(({ shipment_no, warehouse_id, tracking_no, carrier_code }) => {
    return { shipment_no, warehouse_id, tracking_no, carrier_code };
  });
  throw new Refusal(refusal.code, refusal.message, { ...(refusal.details as object), on_record });
}

/** Refused because all of the order that may go now is with the warehouse already, or has left. */
function isOfReleased({ code, details }: Refusal): boolean {
  const from = details && 'from' in details ? details.from : undefined;
  return code === 'ILLEGAL_TRANSITION' && releasedStates.some((status) => status === from);
}
