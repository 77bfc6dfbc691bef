/** Puts picked stock of a cancelled shipment back on its shelf: from hold at staging to available. Repeated: nothing. */
import { postNext } from '../../db/wms/shipment-work.ts';
import { assertUnlocked } from '../../db/wms/location-locks.read.ts';
import { row } from '../../db/database.ts';
import { notFound, unknownReference } from '../../domain/refusals.ts';
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { Handler } from '../handler.ts';

interface Task {
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

export const run: Handler<typeof shipmentCommands.completePutBack> = async (work, input) => {
  const { tx, organizationId, actor } = work;
  const { put_back_task_id: id, location_id: elsewhere } = input;
  const task = await row<Task>(
    tx,
    `select status, shipment_id, merchant_id, warehouse_id, item_id, lot_no, lpn_id, qty, from_location_id, to_location_id
       from put_back_tasks where organization_id = ? and id = ? for update`,
    [organizationId, id],
  );
  if (!task) throw notFound('put-back task');
  if (task.status === 'done') return { id };
  const {
    qty,
    from_location_id: from,
    to_location_id: home,
    status: _,
    shipment_id: shipmentId,
    ...key
  } = task;
  const target = elsewhere ?? home;
  const known = await row(
    tx,
    'select id from locations where organization_id = ? and warehouse_id = ? and id = ? and is_active',
    [organizationId, task.warehouse_id, target],
  );
  if (!known) throw unknownReference('location_id', 'active location of the warehouse');
  await assertUnlocked(tx, organizationId, [from, target]);

  const cause = { transaction_type: 'unpick', ref_type: 'shipment', ref_id: shipmentId } as const;
  await postNext(work, [
    { ...key, ...cause, location_id: from, status: 'hold', qty_delta: `-${qty}` },
    { ...key, ...cause, location_id: target, status: 'available', qty_delta: qty },
  ]);
  await tx('put_back_tasks')
    .where({ organization_id: organizationId, id })
    .update({ status: 'done', to_location_id: target, done_at: tx.fn.now(), done_by: actor.name });
  work.tell({
    type: 'put_back_task.done',
    subject_type: 'put_back_task',
    subject_id: id,
    data: {
      put_back_task_id: id,
      shipment_id: shipmentId,
      merchant_id: key.merchant_id,
      location_id: target,
      status: 'done',
    },
  });
  return { id };
};
