/**
 * Puts picked stock of a cancelled shipment back in its location: from hold in staging to what it was, as a rule available. What was picked
 * with its whole license plate goes back with it, which also completes the tasks of everything else on the license
 * plate. If less is there than was picked, that much is put back, loose, and the task is done all the same: somebody has
 * dealt with the rest. Does nothing when repeated.
 */
import { consumeEmptyLpns, moveLpns } from '../../db/inventory/lpns.write.ts';
import { lockFamilies, lpnsTakenWhole } from '../../db/inventory/lpn-steps.write.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { forgetPicks } from '../../db/inventory/serials/picked-serials.write.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import {
  endPutBack,
  isActiveLocation,
  lockPutBack,
  lockPutBacksOn,
  type PutBack,
} from '../../db/shipping/put-backs.write.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusal.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const completePutBack: Handler<typeof shipmentCommands.completePutBack> = async (work, input) => {
  const { tx } = work;
  const { put_back_task_id: id, location_id: elsewhere, qty } = input;
  const task = await lockPutBack(tx, id);
  if (!task) throw notFound('put-back task');
  if (task.status === 'done') return { id };
  if (qty !== undefined && decimal(qty).gt(decimal(task.qty)))
    throw invalid('qty', 'too_many', `only ${decimal(task.qty).toString()} were picked`);
  if (qty === 0) {
    await end(work, { ...task, qty: '0' }, task.to_location_id);
    await forgetPicks(tx, [task.shipment_id]);
    return { id };
  }
  const target = elsewhere ?? task.to_location_id;
  if (!(await isActiveLocation(tx, task.warehouse_id, target)))
    throw unknownReference('location_id', 'active location of the warehouse');

  const isAll = qty === undefined || decimal(qty).eq(decimal(task.qty));
  const { tasks, plateIds, standsAt } = await goingWith(
    work,
    isAll ? task : { ...task, qty: String(qty) },
    isAll,
  );
  const from = standsAt ?? task.from_location_id;
  await assertUnlocked(tx, [from, target]);
  const cause = { transaction_type: 'unpick', ref_type: 'shipment', ref_id: task.shipment_id } as const;
  await postNext(
    work,
    tasks.flatMap(
      ({ merchant_id, warehouse_id, item_id, lot_no, lpn_id: plateId, qty, to_status: status }) => {
        const key = { merchant_id, warehouse_id, item_id, lot_no, lpn_id: plateId, ...cause };
        const lpnId = plateIds.length > 0 ? plateId : null;
        return [
          { ...key, location_id: from, status: 'hold', qty_delta: `-${qty}` } as const,
          { ...key, location_id: target, status, lpn_id: lpnId, qty_delta: qty } as const,
        ];
      },
    ),
  );
  if (plateIds.length > 0) await moveLpns(tx, plateIds, target);
  else await consumeEmptyLpns(tx, [task.lpn_id]);
  for (const done of tasks) await end(work, done, target);
  await forgetPicks(tx, [task.shipment_id], work.commandId);
  return { id };
};

/**
 * The open tasks completed together with this one, and the license plates that go with them; none when the goods go
 * loose.
 */
async function goingWith(
  { tx }: Work,
  task: PutBack,
  isAll: boolean,
): Promise<{ tasks: PutBack[]; plateIds: string[]; standsAt: string | null }> {
  const family = await lockFamilies(tx, [task]);
  if (family.length === 0) return { tasks: [task], plateIds: [], standsAt: null };
  const standsAt = family.find(({ id }) => id === task.lpn_id)?.location_id ?? null;
  if (!isAll) return { tasks: [task], plateIds: [], standsAt };
  const plates = family.map(({ id }) => id);
  const all = await lockPutBacksOn(tx, task.shipment_id, plates);
  const whole = await lpnsTakenWhole(tx, family, all);
  const plateIds = whole.map(({ id }) => id);
  if (!plateIds.includes(task.lpn_id ?? '')) return { tasks: [task], plateIds: [], standsAt };
  return { tasks: all.filter(({ lpn_id: on }) => plateIds.includes(on!)), plateIds, standsAt };
}

async function end({ tx, actor, emit }: Work, task: PutBack, target: string): Promise<void> {
  const { id, shipment_id: shipmentId, merchant_id: merchantId, qty } = task;
  await endPutBack(tx, task, target, actor.name);
  emit({
    type: 'put_back_task.done',
    subject_type: 'put_back_task',
    subject_id: id,
    data: {
      put_back_task_id: id,
      shipment_id: shipmentId,
      merchant_id: merchantId,
      location_id: target,
      qty: toJsonNumber(qty),
      status: 'done',
    },
  });
}
