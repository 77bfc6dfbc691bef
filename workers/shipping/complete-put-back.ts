/**
 * Puts picked stock of a cancelled shipment back on its shelf: from hold at staging to available. What was picked with its
 * whole plate goes back with it, and the tasks of all that stands on the plate are done with this one. Repeated: nothing.
 */
import { moveLpns } from '../../db/inventory/lpns.write.ts';
import { lockFamilies, lpnsTakenWhole } from '../../db/inventory/lpn-steps.write.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { execute, row, rows } from '../../db/database.ts';
import { notFound, unknownReference } from '../../domain/refusals.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler, Work } from '../handler.ts';
import { sql } from '../../db/sql-text.ts';

interface Task {
  id: string;
  status: 'open' | 'done';
  shipment_id: string;
  merchant_id: string;
  warehouse_id: string;
  item_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  from_location_id: string;
  to_location_id: string;
}

const columns = sql`id, status, shipment_id, merchant_id, warehouse_id, item_id, lot_no, lpn_id, qty, from_location_id,
  to_location_id`;

export const completePutBack: Handler<typeof shipmentCommands.completePutBack> = async (work, input) => {
  const { tx, organizationId } = work;
  const { put_back_task_id: id, location_id: elsewhere } = input;
  const task = await row<Task>(
    tx,
    sql`select ${columns} from put_back_tasks where organization_id = ${organizationId} and id = ${id} for update`,
  );
  if (!task) throw notFound('put-back task');
  if (task.status === 'done') return { id };
  const target = elsewhere ?? task.to_location_id;
  const known = await row(
    tx,
    sql`select id from locations where organization_id = ${organizationId} and warehouse_id = ${task.warehouse_id} and id = ${target} and is_active`,
  );
  if (!known) throw unknownReference('location_id', 'active location of the warehouse');

  const { tasks, plateIds, standsAt } = await goingWith(work, task);
  const from = standsAt ?? task.from_location_id;
  await assertUnlocked(tx, organizationId, [from, target]);
  const cause = { transaction_type: 'unpick', ref_type: 'shipment', ref_id: task.shipment_id } as const;
  await postNext(
    work,
    tasks.flatMap(({ merchant_id, warehouse_id, item_id, lot_no, lpn_id: plateId, qty }) => {
      const key = { merchant_id, warehouse_id, item_id, lot_no, lpn_id: plateId, ...cause };
      const lpnId = plateIds.length > 0 ? plateId : null;
      return [
        { ...key, location_id: from, status: 'hold', qty_delta: `-${qty}` } as const,
        { ...key, location_id: target, status: 'available', lpn_id: lpnId, qty_delta: qty } as const,
      ];
    }),
  );
  if (plateIds.length > 0) await moveLpns(tx, organizationId, plateIds, target);
  for (const done of tasks) await end(work, done, target);
  return { id };
};

/** The open tasks that are done together with this one, and the plates that go with them; none when the goods go loose. */
async function goingWith(
  { tx, organizationId }: Work,
  task: Task,
): Promise<{ tasks: Task[]; plateIds: string[]; standsAt: string | null }> {
  const family = await lockFamilies(tx, organizationId, [task]);
  if (family.length === 0) return { tasks: [task], plateIds: [], standsAt: null };
  const standsAt = family.find(({ id }) => id === task.lpn_id)?.location_id ?? null;
  const all = await rows<Task>(
    tx,
    sql`select ${columns} from put_back_tasks
      where organization_id = ${organizationId} and shipment_id = ${task.shipment_id} and lpn_id = any (${family.map(({ id }) => id)}::uuid[]) and status = 'open' order by id for update`,
  );
  const whole = await lpnsTakenWhole(tx, organizationId, family, all);
  const plateIds = whole.map(({ id }) => id);
  if (!plateIds.includes(task.lpn_id ?? '')) return { tasks: [task], plateIds: [], standsAt };
  return { tasks: all.filter(({ lpn_id: on }) => plateIds.includes(on!)), plateIds, standsAt };
}

async function end({ tx, organizationId, actor, emit }: Work, task: Task, target: string): Promise<void> {
  const { id, shipment_id: shipmentId, merchant_id: merchantId } = task;
  await execute(
    tx,
    sql`update put_back_tasks set status = 'done', to_location_id = ${target}, done_at = now(), done_by = ${actor.name}
      where organization_id = ${organizationId} and id = ${id}`,
  );
  emit({
    type: 'put_back_task.done',
    subject_type: 'put_back_task',
    subject_id: id,
    data: {
      put_back_task_id: id,
      shipment_id: shipmentId,
      merchant_id: merchantId,
      location_id: target,
      status: 'done',
    },
  });
}
