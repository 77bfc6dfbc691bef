/**
 * Confirms picks, those of a group one after another: the stock goes to staging, and the last pick makes the shipment
 * picked. Does nothing when repeated.
 */
import { assertNotHeld } from '../../db/fulfillment/held-orders.read.ts';
import { detachFromWaveAndLoad } from '../../db/picking/leave-picking.write.ts';
import {
  advancePicking,
  assertMine,
  updateWaveProgress,
  lockPickTask,
  lockShipmentsOfTasks,
  noteCount,
  writePickTask,
  type PickTask,
} from '../../db/picking/pick-tasks.write.ts';
import { goOn } from '../../db/picking/pick-jobs.write.ts';
import { facesLeftShort } from '../../db/moves/replenish.read.ts';
import { fillFaces } from '../../db/moves/replenish.write.ts';
import { countLeft } from '../../db/fulfillment/zero-count.write.ts';
import { pickStock } from '../../db/shipping/shipment-stock.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Handler, HandlerOfMany, Work } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { assertInJob } from './jobs/in-job.ts';

type ConfirmPick = typeof pickingCommands.confirmPick;

const confirmOne: Handler<ConfirmPick> = async (work, input) => {
  const { pick_task_id: id, left_qty: left, position } = input;
  const { tx } = work;
  assertOperator(work);
  const { task, shipment } = await lockPickTask(tx, id);
  if (task.status === 'done') {
    if (left !== undefined && !task.count_task_id) await noteLeft(work, task, left);
    return { id };
  }
  const to = nextState(pickTaskStates, task.status, 'confirm');
  assertMine(task, floorPerson(work));
  await assertInJob(tx, task, position);
  if (shipment.order_id) await assertNotHeld(tx, shipment.order_id);
  await writePickTask(work, task, to, { picked_qty: task.qty });
  await pickStock(work, shipment, new Set([task.allocation_id]));
  const now = await advancePicking(work, shipment);
  if (now.status === 'picked') await detachFromWaveAndLoad(work, now);
  await updateWaveProgress(work, task.wave_id);
  if (task.job_id) await goOn(work, task.job_id, floorPerson(work));
  if (left !== undefined) await noteLeft(work, task, left);
  return { id };
};

async function noteLeft(work: Work, task: PickTask, left: number): Promise<void> {
  const count = await countLeft(work, task, String(decimal(left)), floorPerson(work));
  await noteCount(work.tx, task.id, count);
}

const confirmInTurn = inTurn<ConfirmPick>(
  (tx, asked) =>
    lockShipmentsOfTasks(
      tx,
      asked.map(({ input }) => input.pick_task_id),
    ),
  confirmOne,
);

/** A face that a pick leaves under its least, with nothing planned for it, is filled. */
export const confirmPick: HandlerOfMany<ConfirmPick> = async (tx, asked) => {
  const answers = await confirmInTurn(tx, asked);
  const works = new Map(asked.map(({ work, input }) => [input.pick_task_id.toLowerCase(), work]));
  for (const { task_id: id, warehouse_id: warehouseId, location_id: face } of await facesLeftShort(tx, [
    ...works.keys(),
  ]))
    await fillFaces(works.get(id)!, 'min_max', { warehouseId, locationIds: [face] }, false);
  return answers;
};
