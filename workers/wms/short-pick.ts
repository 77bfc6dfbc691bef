/**
 * A picker found less than the books say. In one transaction: what was found is picked, the location is locked for a
 * count, the rest is allocated elsewhere with new pick tasks, and what no stock covers is backordered. Repeated: nothing.
 */
import { assertNotHeld } from '../../db/oms/order-lock.write.ts';
import { lockPromises } from '../../db/oms/promises.write.ts';
import {
  advancePicking,
  assertMine,
  followWave,
  leaveOutbound,
  lockPickTask,
  makePickTasks,
  writePickTask,
} from '../../db/wms/pick-tasks.write.ts';
import { cancelShipment } from '../../db/wms/shipment-steps.write.ts';
import { heldBy, pickStock } from '../../db/wms/shipment-stock.write.ts';
import {
  allocateElsewhere,
  allocationOf,
  countLocation,
  enterAlone,
  releaseMissing,
  sendLess,
} from '../../db/wms/short-pick.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { invalid } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/wms/pick-task-states.ts';
import type { pickingCommands } from '../../queues/wms/picking.ts';
import type { Handler } from '../handler.ts';
import { assertHouse, floorPerson } from './floor-person.ts';

export const run: Handler<typeof pickingCommands.shortPick> = async (work, input) => {
  const { tx, organizationId } = work;
  const { pick_task_id: id, note = '' } = input;
  assertHouse(work);
  const { task, shipment } = await lockPickTask(tx, organizationId, id);
  if (task.status === 'short') return { id };
  const to = nextState(pickTaskStates, task.status, 'short');
  assertMine(task, floorPerson(work));
  if (shipment.order_id) await assertNotHeld(tx, organizationId, shipment.order_id);
  const found = decimal(input.picked_qty ?? 0);
  const missing = decimal(task.qty).minus(found);
  if (missing.lte(zero)) {
    throw invalid(
      'picked_qty',
      'not_short',
      'picked_qty must be less than the task asks for; else confirm it',
    );
  }

  await lockPromises(tx, organizationId, [task.item_id]);
  const lost = await allocationOf(tx, organizationId, task.allocation_id);
  const countedBy = await enterAlone(tx, organizationId, task.location_id);
  await writePickTask(work, task, to, { picked_qty: String(found), finished_at: tx.fn.now() });
  await releaseMissing(work, lost, missing);
  // Before the lock of our own count, which would refuse it; one of somebody else's does refuse it.
  if (found.gt(zero)) await pickStock(work, shipment, new Set([lost.id]));
  const countTaskId =
    countedBy ?? (await countLocation(work, task, `Short pick ${id}. ${note}`.trim().slice(0, 500)));
  await tx('pick_tasks')
    .where({ organization_id: organizationId, id })
    .update({ count_task_id: countTaskId });

  const again = await allocateElsewhere(work, shipment, lost, missing);
  const rest = missing.minus(again);
  if (rest.gt(zero)) await sendLess(work, shipment, lost, rest);
  if (again.gt(zero)) await makePickTasks(tx, organizationId, task.wave_id, [shipment.id]);

  if ((await heldBy(tx, organizationId, shipment.id)).length === 0) {
    await leaveOutbound(work, await cancelShipment(work, shipment));
  } else {
    const now = await advancePicking(work, shipment);
    if (now.status === 'picked') await leaveOutbound(work, now);
  }
  await followWave(work, task.wave_id);
  return { id };
};
