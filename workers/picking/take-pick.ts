/** Assigns pick tasks to those who claim them. */
import { assertNotHeld } from '../../db/fulfillment/held-orders.read.ts';
import { nextPicks, type NextPick, type WantedPick } from '../../db/picking/pick-tasks.read.ts';
import {
  assertArrived,
  assertMine,
  assignTakenPicks,
  lockFreePicks,
  type PickTask,
  type TakenPick,
} from '../../db/picking/pick-tasks.write.ts';
import { beginWaves } from '../../db/picking/wave-progress.write.ts';
import { orderOfShipment } from '../../db/shipping/shipments.read.ts';
import { lockFreeShipments, lockShipments } from '../../db/shipping/shipments.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import { floorPerson } from '../acting-person.ts';
import type { Work } from '../engine/handler.ts';
import { unlessInVain } from './in-vain.ts';

/**
 * Assigns a locked task to the caller. Refuses 409 PICK_TASK_TAKEN, 409 ORDER_ON_HOLD, 400 ILLEGAL_TRANSITION. Does nothing
 * when the caller already has it.
 */
export async function takePick(work: Work, task: PickTask): Promise<void> {
  const person = floorPerson(work);
  if (task.status === 'assigned' || task.status === 'in_progress') assertMine(task, person);
  if (task.status === 'assigned') return;
  nextState(pickTaskStates, task.status, 'claim');
  assertArrived(task);
  const orderId = await orderOfShipment(work.tx, task.shipment_id);
  if (orderId) await assertNotHeld(work.tx, orderId);
  await assign(work.tx, [{ work, task, person }]);
}

async function assign(tx: TenantTransaction, taken: readonly TakenPick[]): Promise<void> {
  if (taken.length === 0) return;
  await assignTakenPicks(tx, taken);
  await beginWaves(
    tx,
    taken.map(({ work, task }) => ({ work, wave_id: task.wave_id })),
  );
}

// Of two hundred who ask at once, many find what they read taken by others.
const turnsMax = 8;

export interface TakenPicks {
  /** One each for the first of those who asked. */
  ids: string[];
  /** Whether there may be more, of shipments that somebody else has locked and that cannot be waited for here. */
  areMore: boolean;
}

/**
 * Takes the next open tasks in walking order, or the nearest, for those who ask, in their order. First those of shipments
 * that nobody else has locked at this moment, each with one statement for all; who finds no more waits for the others. Two
 * groups cannot wait for each other: whoever holds orders or shipments waits only for such as come after all of them, and
 * whoever holds what is locked after shipments (`mayWait` is false) for none.
 */
export async function takeNextPicks(
  tx: TenantTransaction,
  asking: readonly Work[],
  wanted: WantedPick,
  mayWait = true,
): Promise<TakenPicks> {
  let held: Held = { shipments: new Set(), orders: new Set() };
  const ids: string[] = [];
  for (let turn = 0; turn < turnsMax && ids.length < asking.length; turn += 1) {
    const left = asking.length - ids.length;
    const found = await nextPicks(tx, wanted, left);
    if (found.length === 0) return { ids, areMore: false };
    const now: Held = { shipments: new Set(held.shipments), orders: new Set(held.orders) };
    const taken = await unlessInVain(
      tx,
      async () => {
        const free = await lockFree(tx, found, left, now);
        const picks = free ?? (mayWait ? await waitFor(tx, found, left, now) : undefined);
        const own = picks?.slice(0, left).map((task, index) => {
          const work = asking[ids.length + index]!;
          return { task, work, person: floorPerson(work) };
        });
        if (own) await assign(tx, own);
        return own;
      },
      (own) => own?.length === 0,
    );
    if (!taken) break;
    if (taken.length > 0) held = now;
    ids.push(...taken.map(({ task }) => task.id));
  }
  // Who asked alone, and could wait, has waited for whatever there was.
  return { ids, areMore: ids.length < asking.length && (asking.length > 1 || !mayWait) };
}

interface Held {
  shipments: Set<string>;
  orders: Set<string>;
}

/** Locks the next tasks of free shipments, and no more shipments than those tasks need. Undefined if all are busy. */
async function lockFree(
  tx: TenantTransaction,
  found: readonly NextPick[],
  wanted: number,
  held: Held,
): Promise<PickTask[] | undefined> {
  const busy = new Set<string>();
  const isFree = ({ shipment_id: id }: NextPick): boolean => held.shipments.has(id);
  for (;;) {
    const some = found.filter(({ shipment_id: id }) => !busy.has(id)).slice(0, wanted);
    if (some.length === 0) return undefined;
    const unknown = some.filter((pick) => !isFree(pick));
    if (unknown.length === 0) return lockInOrder(tx, some);
    const shipmentIds = [...new Set(unknown.map(({ shipment_id: id }) => id))];
    hold(held, found, await lockFreeShipments(tx, shipmentIds));
    for (const id of shipmentIds) if (!held.shipments.has(id)) busy.add(id);
  }
}

/** The same of shipments that others have locked, once they are through. Undefined if none may be waited for. */
async function waitFor(
  tx: TenantTransaction,
  found: readonly NextPick[],
  wanted: number,
  held: Held,
): Promise<PickTask[] | undefined> {
  const last = (ids: Set<string>): string => [...ids].sort().at(-1) ?? '';
  const [order, shipment] = [last(held.orders), last(held.shipments)];
  const some = found
    .filter(
      ({ order_id: orderId, shipment_id: id }) => id > shipment && (orderId === null || orderId > order),
    )
    .slice(0, wanted);
  if (some.length === 0) return undefined;
  const locked = await lockShipments(tx, [...new Set(some.map(({ shipment_id: id }) => id))]);
  hold(held, found, new Set(locked.map(({ id }) => id)));
  return lockInOrder(tx, some);
}

function hold(held: Held, found: readonly NextPick[], shipmentIds: ReadonlySet<string>): void {
  for (const { shipment_id: id, order_id: orderId } of found) {
    if (!shipmentIds.has(id)) continue;
    held.shipments.add(id);
    if (orderId) held.orders.add(orderId);
  }
}

async function lockInOrder(tx: TenantTransaction, picks: readonly NextPick[]): Promise<PickTask[]> {
  const locked = await lockFreePicks(
    tx,
    picks.map(({ id }) => id),
  );
  const byId = new Map(locked.map((task) => [task.id, task]));
  return picks.flatMap(({ id }) => byId.get(id) ?? []);
}
