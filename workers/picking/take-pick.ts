/** Assigns a locked pick task to the caller. */
import { assertNotHeld } from '../../db/fulfillment/held-orders.read.ts';
import {
  assertMine,
  updateWaveProgress,
  writePickTask,
  type PickTask,
} from '../../db/picking/pick-tasks.write.ts';
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
  const { tx } = work;
  const orderId = await orderOfShipment(tx, task.shipment_id);
  if (orderId) await assertNotHeld(tx, orderId);
  await writePickTask(work, task, to, { assignee_id: person.id, assignee: person.name });
  await updateWaveProgress(work, task.wave_id);
}
