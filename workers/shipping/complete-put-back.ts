/**
 * Puts picked stock of a cancelled shipment back in its location: from hold in staging to what it was, as a rule available. What was picked
 * with its whole license plate goes back with it, which also completes the tasks of everything else on the license
 * plate. If less is there than was picked, that much is put back, loose, and the task is done all the same: somebody has
 * dealt with the rest. Does nothing when repeated.
 */
import { lockFamilies, lpnsTakenWhole, type Plate } from '../../db/inventory/lpn-steps.write.ts';
import { forgetPicks } from '../../db/inventory/serials/picked-serials.write.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import {
  assertWholeUnits,
  requireLocation,
  type LocationRef,
} from '../../db/inventory/stock-references.read.ts';
import { lockPutBack, lockPutBacksOn, type PutBack } from '../../db/shipping/put-backs.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusal.ts';
import { putBackTaskStates } from '../../domain/shipping/put-back-task-states.ts';
import { assertSaidBefore } from '../../domain/state-machine.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { endPutBackTask } from './end-put-back.ts';
import { putGoodsBack } from './put-goods-back.ts';

export const completePutBack: Handler<typeof shipmentCommands.completePutBack> = async (work, input) => {
  const { tx } = work;
  const { put_back_task_id: id, location_id: elsewhere, qty } = input;
  const task = await lockPutBack(tx, id);
  if (!task) throw notFound('put-back task');
  if (task.status === 'done') {
    const done = { location_id: task.to_location_id, qty: toJsonNumber(task.done_qty ?? task.qty) };
    // Goods that were not there went nowhere.
    const said = { qty, location_id: qty === 0 ? undefined : elsewhere };
    assertSaidBefore(putBackTaskStates, [task.status, 'complete'], said, done);
    return { id };
  }
  if (qty !== undefined) await assertPicked(tx, task, qty);
  if (qty === 0) {
    await endPutBackTask(work, { ...task, qty: '0' }, task.to_location_id);
    await forgetPicks(tx, [task.shipment_id]);
    return { id };
  }
  const target = await targetOf(tx, task, elsewhere ?? task.to_location_id);
  const isAll = qty === undefined || decimal(qty).eq(decimal(task.qty));
  const { tasks, plates, standsAt } = await goingWith(
    work,
    isAll ? task : { ...task, qty: String(qty) },
    isAll,
  );
  const from = standsAt ?? task.from_location_id;
  await assertUnlocked(tx, [from, target.id]);
  await putGoodsBack(work, { tasks, plates, from, target });
  for (const done of tasks) await endPutBackTask(work, done, target.id);
  await forgetPicks(tx, [task.shipment_id], work.commandId);
  return { id };
};

async function assertPicked(tx: TenantTransaction, task: PutBack, qty: number): Promise<void> {
  if (decimal(qty).gt(decimal(task.qty)))
    throw invalid('qty', 'too_many', `only ${decimal(task.qty).toString()} were picked`);
  await assertWholeUnits(tx, [{ item_id: task.item_id, qty }], () => 'qty');
}

async function targetOf(tx: TenantTransaction, { warehouse_id }: PutBack, id: string): Promise<LocationRef> {
  const target = await requireLocation(tx, warehouse_id, id);
  if (!target.is_active) throw unknownReference('location_id', 'active location of the warehouse');
  return target;
}

/**
 * The open tasks completed together with this one, and the license plates that go with them; none when the goods go
 * loose.
 */
async function goingWith(
  { tx }: Work,
  task: PutBack,
  isAll: boolean,
): Promise<{ tasks: PutBack[]; plates: Plate[]; standsAt: string | null }> {
  const family = await lockFamilies(tx, [task]);
  if (family.length === 0) return { tasks: [task], plates: [], standsAt: null };
  const standsAt = family.find(({ id }) => id === task.lpn_id)?.location_id ?? null;
  const loose = { tasks: [task], plates: [], standsAt };
  if (!isAll) return loose;
  const familyIds = family.map(({ id }) => id);
  const all = await lockPutBacksOn(tx, task.shipment_id, familyIds);
  const plates = await lpnsTakenWhole(tx, family, all);
  const ids = plates.map(({ id }) => id);
  if (!ids.includes(task.lpn_id ?? '')) return loose;
  return { tasks: all.filter(({ lpn_id: on }) => ids.includes(on!)), plates, standsAt };
}
