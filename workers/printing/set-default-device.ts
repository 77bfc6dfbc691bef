/** A person chooses a warehouse's default label printer; it stays until somebody chooses again, here or at a hub. */
import { findDevice } from '../../db/printing/devices.read.ts';
import { endDefault, lockDefaults, makeDefault } from '../../db/printing/devices.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';

export const setDefaultDevice: Handler<typeof deviceCommands.setDefaultDevice> = async (work, input) => {
  const { tx, emit, enqueue } = work;
  const { device_id: id, is_default_label_printer: isDefault } = input;
  await lockDefaults(tx);
  if (!(await findDevice(tx, id))) throw notFound('print device');
  const isChanged = await (isDefault ? makeDefault : endDefault)(tx, id);
  if (isChanged) {
    emit({
      type: 'print_device.default_changed',
      subject_type: 'print_device',
      subject_id: id,
      data: { is_default_label_printer: isDefault },
    });
    if (isDefault) enqueue(printJobCommands.dispatchWaiting, {});
  }
  return { id };
};
