/** Prints a bought label once more, to the byte. */
import { lockLabel } from '../../db/parcels/labels.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { labelStates } from '../../domain/parcels/label-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';
import { printLabelOf } from './tell-of-label.ts';

export const reprintLabel: Handler<typeof parcelCommands.reprintLabel> = async (work, input) => {
  const { label_id: id, device_id: deviceId } = input;
  const label = await lockLabel(work.tx, id);
  nextState(labelStates, label.state, 'reprint');
  if (deviceId) await assertReference(work.tx, 'print_devices', deviceId, 'device_id');
  if (!label.zpl_sha256)
    throw new Refusal(
      'LABEL_NOT_PRINTABLE',
      'There is no ZPL of the label: fetch its file and print that, or look for it at the carrier.',
    );
  await printLabelOf(work, label, label.zpl_sha256, deviceId ?? label.device_id);
  return { id };
};
