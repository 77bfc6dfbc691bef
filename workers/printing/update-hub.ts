/** Renames a hub or moves it to another warehouse; its printers move with it. */
import { lockDefaults, lockLiveHub } from '../../db/printing/devices.write.ts';
import { moveDevices } from '../../db/printing/hubs.write.ts';
import { notFound, unknownReference } from '../../domain/refusals.ts';
import type { hubCommands } from '../../queues/printing/hubs.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { assignments, sql } from '../../db/sql-text.ts';

export const updateHub: Handler<typeof hubCommands.updateHub> = async (work, input) => {
  const { tx, organizationId, emit, signal } = work;
  const { hub_id: id, ...changes } = input;
  const { warehouse_id: warehouseId } = changes;
  await lockDefaults(tx, organizationId);
  if (!(await lockLiveHub(tx, organizationId, id))) throw notFound('hub');
  if (warehouseId) {
    const known = await tx('warehouses')
      .where({ organization_id: organizationId, id: warehouseId })
      .first('id');
    if (!known) throw unknownReference('warehouse_id', 'warehouse');
  }
  await execute(
    tx,
    sql`update hubs set ${assignments({ ...changes, updated_at: sql`now()` })}
      where organization_id = ${organizationId} and id = ${id}`,
  );
  if (warehouseId !== undefined) {
    await moveDevices(tx, organizationId, id, warehouseId);
    signal({ kind: 'hub', hub_id: id, note: { kind: 'moved' } });
  }
  emit({ type: 'hub.changed', subject_type: 'hub', subject_id: id, data: changes });
  return { id };
};
