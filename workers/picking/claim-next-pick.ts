/** Claims the next open pick task on the walk: zone, pick sequence. Refuses 404 when none is left. */
import { rows } from '../../db/database.ts';
import { lockPickTask } from '../../db/picking/pick-tasks.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../handler.ts';
import { assertOperator } from '../acting-person.ts';
import { takePick } from './take-pick.ts';
import { sql } from '../../db/sql-text.ts';

// Several pickers ask at once; each looks past the tasks the others just took.
const candidatesMax = 50;

export const claimNextPick: Handler<typeof pickingCommands.claimNextPick> = async (work, input) => {
  const { tx, organizationId } = work;
  assertOperator(work);
  const { warehouse_id: warehouseId, wave_id: waveId = null, zone = null } = input;
  const open = await rows<{ id: string }>(
    tx,
    sql`select t.id from pick_tasks t
      where t.organization_id = ${organizationId} and t.warehouse_id = ${warehouseId} and t.status = 'open'
        and (${waveId}::uuid is null or t.wave_id = ${waveId}) and (${zone}::text is null or t.zone = ${zone})
        and not exists (select 1 from wms_shipments s join sales_order_holds h on h.organization_id = s.organization_id
                           and h.order_id = s.order_id and h.lifted_at is null
                         where s.organization_id = t.organization_id and s.id = t.shipment_id)
        and not exists (select 1 from location_locks k where k.organization_id = t.organization_id
                           and k.location_id = t.location_id)
      order by t.zone, t.pick_sequence, t.id limit ${candidatesMax}`,
  );
  for (const { id } of open) {
    const { task } = await lockPickTask(tx, organizationId, id);
    if (task.status !== 'open') continue;
    await takePick(work, task);
    return { id };
  }
  throw notFound('open pick task');
};
