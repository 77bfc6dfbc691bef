/**
 * A picker found less than the books say. In one transaction: what was found is picked, the location is locked for a
 * count (unless another count has it locked), the rest is allocated elsewhere with new pick tasks, and what no stock covers is backordered. Of
 * a lot on hold nothing is picked, and nothing is missing: other lots take its place without a count, unless a batch has it
 * in hand. Does nothing when repeated.
 */
import { cutText } from '../../domain/cut-text.ts';
import { assertNotHeld } from '../../db/fulfillment/held-orders.read.ts';
import { lockCommitments } from '../../db/inventory/commitments.write.ts';
import { assertWholeUnits, readStockItems } from '../../db/inventory/stock-references.read.ts';
import { detachFromWaveAndLoad } from '../../db/picking/leave-picking.write.ts';
import { goOn, keepInJob } from '../../db/picking/pick-jobs.write.ts';
import {
  advancePicking,
  assertMine,
  lockPickTask,
  makePickTasks,
  noteCount,
  writePickTask,
  type PickTask,
} from '../../db/picking/pick-tasks.write.ts';
import { updateWaves } from '../../db/picking/wave-progress.write.ts';
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { refusedHeldLots } from '../../db/shipping/held-lots.ts';
import { heldBy, pickStock } from '../../db/shipping/shipment-stock.write.ts';
import {
  allocateElsewhere,
  allocationOf,
  countMissing,
  enterAlone,
  releaseMissing,
  sendLess,
} from '../../db/fulfillment/short-pick.write.ts';
import { decimal, toJsonNumber, zero } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { invalid } from '../../domain/refusal.ts';
import { assertSaidBefore, nextState } from '../../domain/state-machine.ts';
import { pickTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { assertInJob, assertPosition } from '../picking/jobs/in-job.ts';
import { planAgain } from '../picking/planned-cartons.ts';
import { listWhatLeft } from './list-what-left.ts';

export const shortPick: Handler<typeof pickingCommands.shortPick> = async (work, input) => {
  const { tx } = work;
  const { pick_task_id: id, note = '', serial_nos: serialNos } = input;
  assertOperator(work);
  const { task, shipment } = await lockPickTask(tx, id);
  if (task.status === 'short') {
    const found = { picked_qty: toJsonNumber(task.picked_qty ?? '0') };
    assertSaidBefore(pickTaskStates, [task.status, 'short'], { picked_qty: input.picked_qty }, found);
    return { id };
  }
  const to = nextState(pickTaskStates, task.status, 'short');
  assertMine(task, floorPerson(work));
  if (shipment.order_id) await assertNotHeld(tx, shipment.order_id);
  const found = decimal(input.picked_qty ?? 0);
  const job = await assertInJob(tx, task);
  // What was found of a batch's goods is taken and put with this: of its stop nothing need have been said.
  if (job && found.gt(zero)) await assertPosition(tx, job, task, input.position);
  const missing = decimal(task.qty).minus(found);
  if (missing.lte(zero)) {
    throw invalid(
      'picked_qty',
      'not_short',
      'picked_qty must be less than the task asks for; else confirm it',
    );
  }

  const picked = [{ item_id: task.item_id, qty: found }];
  await assertWholeUnits(tx, picked, () => 'picked_qty');
  if (serialNos) {
    const items = await readStockItems(tx, [task.item_id]);
    assertSerialsOf(items.get(task.item_id)!, serialNos, found);
  }

  await lockCommitments(tx, [task.item_id]);
  const lost = await allocationOf(tx, task.allocation_id);
  // Before its stock is touched, as whoever puts the lot on hold does.
  const onHold = (await refusedHeldLots(tx, [{ shipment, pieces: [lost], areOfTask: true }])).get(
    shipment.id,
  );
  if (onHold && found.gt(zero)) throw onHold;
  const isMissing = !onHold || task.is_taken;
  const holder = isMissing ? await enterAlone(tx, task.location_id) : undefined;
  await writePickTask(work, task, to, { picked_qty: String(found) });
  await releaseMissing(work, lost, missing);
  // Before our own count locks the location and would refuse this pick; a lock by another count still refuses it.
  if (found.gt(zero))
    await pickStock(work, shipment, {
      only: new Set([lost.id]),
      isTaken: task.is_taken,
      ...(serialNos ? { serialNos } : {}),
    });
  const said = cutText(`Short pick ${id}. ${note}`.trim(), 500);
  if (isMissing) await noteCount(tx, id, await countMissing(work, task, { lost, holder, note: said }));

  const again = await allocateElsewhere(work, shipment, lost, missing);
  const rest = missing.minus(again);
  if (rest.gt(zero)) await sendLess(work, shipment, lost, rest);
  if (again.gt(zero)) await pickElsewhere(work, task);

  const isSent = (await heldBy(tx, shipment.id)).length > 0;
  if (!isSent) {
    const ended = await withdrawShipment(work, shipment);
    await listWhatLeft(tx, [{ work, shipment_id: ended.id }]);
    await detachFromWaveAndLoad(work, ended);
  } else {
    const now = await advancePicking(work, shipment);
    if (now.status === 'picked') await detachFromWaveAndLoad(work, now);
  }
  if (task.job_id) await goOn(work, task.job_id, floorPerson(work));
  await updateWaves(tx, [{ work, wave_id: task.wave_id }]);
  // Last: it takes the counter of carton numbers, for which every packing station would wait meanwhile.
  if (isSent) await planAgain(work, shipment, task.wave_id);
  return { id };
};

/** What is allocated elsewhere stays with the job the task was of. */
async function pickElsewhere(work: Work, task: PickTask): Promise<void> {
  const made = await makePickTasks(work.tx, task.wave_id, [task.shipment_id]);
  if (task.job_id) await keepInJob(work, task, made, floorPerson(work));
}
