/**
 * Confirms picks, those of a group one after another: the stock goes to staging, and the last pick makes the shipment
 * picked. Units that are named are the ones that go, and the ones its shipment leaves with: until then they can be named
 * once more, where others were picked than was said. Does nothing else when repeated.
 */
import { assertNotHeld } from '../../db/fulfillment/held-orders.read.ts';
import {
  advancePicking,
  assertMine,
  lockPickTask,
  lockShipmentsOfTasks,
  noteCount,
  writePickTask,
  type PickTask,
} from '../../db/picking/pick-tasks.write.ts';
import { endInWaves, updateWaves, type PickedOf } from '../../db/picking/wave-progress.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { leaveJobs } from '../../db/picking/leave-picking.write.ts';
import { goOn } from '../../db/picking/pick-jobs.write.ts';
import { facesLeftShort } from '../../db/moves/replenish.read.ts';
import { fillFaces } from '../../db/moves/replenish.write.ts';
import { countLeft } from '../../db/fulfillment/zero-count.write.ts';
import { pickStock, renamePicked } from '../../db/shipping/shipment-stock.write.ts';
import { readStockItems } from '../../db/inventory/stock-references.read.ts';
import { decimal } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Asked, HandlerOfMany, Work } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { assertInJob, assertPosition, assertTaken } from './jobs/in-job.ts';

type ConfirmPick = typeof pickingCommands.confirmPick;

/** What was picked for a wave, and whether that was the last of its shipment. */
interface Picked extends PickedOf {
  shipment_id: string;
  isAll: boolean;
}

/** `picked` gets what this does for a wave, which is taken further once for all of a group. */
async function confirmOne(
  work: Work,
  { pick_task_id: id, left_qty: left, position, serial_nos: serialNos }: InputOf<ConfirmPick>,
  picked: Picked[],
): Promise<{ id: string }> {
  const { tx } = work;
  assertOperator(work);
  const { task, shipment } = await lockPickTask(tx, id);
  if (task.status === 'done') {
    if (serialNos) {
      await assertUnitsOf(tx, task, serialNos);
      await renamePicked(work, shipment, task.allocation_id, serialNos);
    }
    if (left !== undefined && !task.count_task_id) await noteLeft(work, task, left);
    return { id };
  }
  const to = nextState(pickTaskStates, task.status, 'confirm');
  assertMine(task, floorPerson(work));
  const job = await assertInJob(tx, task);
  if (job) {
    assertTaken(job, task);
    await assertPosition(tx, job, task, position);
  }
  if (shipment.order_id) await assertNotHeld(tx, shipment.order_id);
  if (serialNos) await assertUnitsOf(tx, task, serialNos);
  await writePickTask(work, task, to, { picked_qty: task.qty });
  await pickStock(work, shipment, {
    only: new Set([task.allocation_id]),
    isTaken: task.is_taken,
    ...(serialNos ? { serialNos } : {}),
  });
  const now = await advancePicking(work, shipment);
  const isAll = now.status === 'picked';
  if (isAll) await leaveJobs(work, shipment.id);
  if (task.job_id) await goOn(work, task.job_id, floorPerson(work));
  if (left !== undefined) await noteLeft(work, task, left);
  picked.push({ work, wave_id: task.wave_id, shipment_id: shipment.id, isAll });
  return { id };
}

async function assertUnitsOf(
  tx: TenantTransaction,
  task: PickTask,
  serials: readonly string[],
): Promise<void> {
  const items = await readStockItems(tx, [task.item_id]);
  assertSerialsOf(items.get(task.item_id)!, serials, decimal(task.qty));
}

async function noteLeft(work: Work, task: PickTask, left: number): Promise<void> {
  const count = await countLeft(work, task, String(decimal(left)), floorPerson(work));
  await noteCount(work.tx, task.id, count);
}

function lockAll(tx: TenantTransaction, asked: readonly Asked<ConfirmPick>[]): Promise<void> {
  return lockShipmentsOfTasks(
    tx,
    asked.map(({ input }) => input.pick_task_id),
  );
}

/** A face that a pick leaves under its least, with nothing planned for it, is filled. */
export const confirmPick: HandlerOfMany<ConfirmPick> = async (tx, asked) => {
  const picked: Picked[] = [];
  const confirm = inTurn<ConfirmPick>(lockAll, (work, input) => confirmOne(work, input, picked));
  const answers = await confirm(tx, asked);
  await endInWaves(
    tx,
    picked.filter(({ isAll }) => isAll),
  );
  await updateWaves(tx, picked);
  const works = new Map(asked.map(({ work, input }) => [input.pick_task_id.toLowerCase(), work]));
  for (const { task_id: id, warehouse_id: warehouseId, location_id: face } of await facesLeftShort(tx, [
    ...works.keys(),
  ]))
    await fillFaces(works.get(id)!, 'min_max', { warehouseId, locationIds: [face] }, false);
  return answers;
};
