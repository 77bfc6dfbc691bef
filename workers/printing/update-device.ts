/** What people decide about a printer: whether it is its warehouse's default, and how old a backlog it prints unasked. */
import { setDeviceLimit } from '../../db/printing/backlogs.write.ts';
import { findDevice } from '../../db/printing/devices.read.ts';
import { endDefault, lockDefaults, makeDefault } from '../../db/printing/devices.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler, Work } from '../engine/handler.ts';

/** The choice of a default stays until somebody chooses again, here or at a hub. */
export const updateDevice: Handler<typeof deviceCommands.updateDevice> = async (work, input) => {
  const { tx, emit } = work;
  const { device_id: id, is_default_label_printer: isDefault, backlog_minutes: minutes } = input;
  await lockDefaults(tx);
  if (!(await findDevice(tx, id))) throw notFound('print device');
  if (isDefault !== undefined) await setDefault(work, id, isDefault);
  if (minutes !== undefined) {
    await setDeviceLimit(tx, id, minutes);
    const data = { backlog_minutes: minutes };
    emit({ type: 'print_device.changed', subject_type: 'print_device', subject_id: id, data });
  }
  return { id };
};

async function setDefault({ tx, emit, enqueue }: Work, id: string, isDefault: boolean): Promise<void> {
  const isChanged = await (isDefault ? makeDefault : endDefault)(tx, id);
  if (!isChanged) return;
  emit({
    type: 'print_device.default_changed',
    subject_type: 'print_device',
    subject_id: id,
    data: { is_default_label_printer: isDefault },
  });
  if (isDefault) enqueue(printJobCommands.dispatchWaiting, {});
}
