/**
 * Renames a hub or moves it to another warehouse; its printers move with it, and labels waiting for them as the default
 * stay.
 */
import { lockDefaults, lockLiveHub } from '../../../db/printing/devices.write.ts';
import { changeHub, moveDevices } from '../../../db/printing/hubs.write.ts';
import { assertReference } from '../../../db/records.read.ts';
import { notFound } from '../../../domain/refusal.ts';
import type { hubCommands } from '../../../queues/printing/hubs.ts';
import { printJobCommands } from '../../../queues/printing/print-jobs.ts';
import type { Handler } from '../../engine/handler.ts';

export const updateHub: Handler<typeof hubCommands.updateHub> = async (work, input) => {
  const { tx, emit, enqueue, signal } = work;
  const { hub_id: id, ...changes } = input;
  const { warehouse_id: warehouseId } = changes;
  await lockDefaults(tx);
  if (!(await lockLiveHub(tx, id))) throw notFound('hub');
  if (warehouseId) await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  await changeHub(tx, id, changes);
  if (warehouseId !== undefined) {
    const areSomeMoved = await moveDevices(tx, id, warehouseId);
    if (areSomeMoved) enqueue(printJobCommands.dispatchWaiting, {});
    signal({ kind: 'hub', hub_id: id, note: { kind: 'moved' } });
  }
  emit({ type: 'hub.changed', subject_type: 'hub', subject_id: id, data: changes });
  return { id };
};
