/** Assigns a locked pick task to the caller. */
import { nextPicks, type WantedPick } from '../../db/picking/pick-tasks.read.ts';
import { assertNotHeld } from '../../db/fulfillment/held-orders.read.ts';
import {
  assertArrived,
  assertMine,
  isOpenPick,
  isReleasedWave,
  lockPickTask,
  updateWaveProgress,
  writePickTask,
  type PickTask,
} from '../../db/picking/pick-tasks.write.ts';
import { lockShipmentIfFree } from '../../db/shipping/shipments.write.ts';
import { orderOfShipment } from '../../db/shipping/shipments.read.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { Work } from '../engine/handler.ts';
import { floorPerson } from '../acting-person.ts';

/**
 * Refuses 409 PICK_TASK_TAKEN, 409 ORDER_ON_HOLD, 400 ILLEGAL_TRANSITION. Does nothing when the caller already has it.
 */
export async function takePick(work: Work, task: PickTask): Promise<void> {
  const person = floorPerson(work);
  if (task.status === 'assigned' || task.status === 'in_progress') assertMine(task, person);
  if (task.status === 'assigned') return;
  const to = nextState(pickTaskStates, task.status, 'claim');
  assertArrived(task);
  const { tx } = work;
  const orderId = await orderOfShipment(tx, task.shipment_id);
  if (orderId) await assertNotHeld(tx, orderId);
  await writePickTask(work, task, to, { assignee_id: person.id, assignee: person.name });
  // Only the first claim of a wave moves it: the others need not wait for its lock. Claims never complete one.
  if (await isReleasedWave(tx, task.wave_id)) await updateWaveProgress(work, task.wave_id);
}

// Of two hundred who ask at once, many find what they read taken by others.
const turnsMax = 8;

/** Takes the next open task in walking order, or the nearest; none only if none is left. */
export async function takeNextPick(work: Work, wanted: WantedPick): Promise<string | undefined> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const tasks = await nextPicks(work.tx, wanted);
    if (tasks.length === 0) return undefined;
    const taken = await takeOneOf(work, tasks);
    if (taken) return taken;
  }
  return undefined;
}

/** First among the shipments nobody else has locked at this moment, then waiting for the others. */
async function takeOneOf(
  work: Work,
  tasks: readonly Pick<PickTask, 'id' | 'shipment_id'>[],
): Promise<string | undefined> {
  const { tx } = work;
  const free = new Set<string>();
  const busy = new Set<string>();
  for (const { id, shipment_id: shipmentId } of tasks) {
    if (busy.has(shipmentId) || !(await isOpenPick(tx, id))) continue;
    if (!free.has(shipmentId) && !(await lockShipmentIfFree(tx, shipmentId))) {
      busy.add(shipmentId);
      continue;
    }
    free.add(shipmentId);
    if (await takeIfOpen(work, id)) return id;
  }
  for (const { id, shipment_id: shipmentId } of tasks)
    if (busy.has(shipmentId) && (await isOpenPick(tx, id)) && (await takeIfOpen(work, id))) return id;
  return undefined;
}

async function takeIfOpen(work: Work, id: string): Promise<boolean> {
  const { task } = await lockPickTask(work.tx, id);
  if (task.status !== 'open' || task.waits_for_move_id !== null) return false;
  await takePick(work, task);
  return true;
}
