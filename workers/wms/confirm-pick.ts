/** Confirms a pick: the stock goes to staging; the shipment is picked with its last one. Repeated: nothing. */
import { assertNotHeld } from '../../db/oms/order-lock.write.ts';
import {
  advancePicking,
  assertMine,
  followWave,
  leaveOutbound,
  lockPickTask,
  writePickTask,
} from '../../db/wms/pick-tasks.write.ts';
import { pickStock } from '../../db/wms/shipment-stock.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/wms/pick-task-states.ts';
import type { pickingCommands } from '../../queues/wms/picking.ts';
import type { Handler } from '../handler.ts';
import { assertHouse, floorPerson } from './floor-person.ts';

export const run: Handler<typeof pickingCommands.confirmPick> = async (work, { pick_task_id: id }) => {
  const { tx, organizationId } = work;
  assertHouse(work);
  const { task, shipment } = await lockPickTask(tx, organizationId, id);
  if (task.status === 'done') return { id };
  const to = nextState(pickTaskStates, task.status, 'confirm');
  assertMine(task, floorPerson(work));
  if (shipment.order_id) await assertNotHeld(tx, organizationId, shipment.order_id);
  await writePickTask(work, task, to, { picked_qty: task.qty, finished_at: tx.fn.now() });
  await pickStock(work, shipment, new Set([task.allocation_id]));
  const now = await advancePicking(work, shipment);
  if (now.status === 'picked') await leaveOutbound(work, now);
  await followWave(work, task.wave_id);
  return { id };
};
