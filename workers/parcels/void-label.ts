/** What a packer asks for of a bought label: that the carrier takes it back, or that it is printed once more. */
import { changeLabel, lockLabel, settled, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { isVoiding, labelStates } from '../../domain/parcels/label-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';
import { assertReference } from '../../db/records.read.ts';
import { printLabelOf } from './tell-of-label.ts';

/** Has the carrier take a label back. Does nothing when repeated. */
export const voidLabel: Handler<typeof parcelCommands.voidLabel> = async (work, { label_id: id }) => {
  const label = await lockLabel(work.tx, id);
  if (isVoiding(label.state) || label.state === 'voided') return { id };
  if (label.state === 'unknown')
    throw new Refusal(
      'LABEL_UNKNOWN',
      'Its carrier has not answered whether it sold the label: that is settled first.',
      { label_id: id },
    );
  const state = nextState(labelStates, label.state, 'void');
  assertFree(label);
  const was_dearer = label.state === 'dearer';
  await changeLabel(work.tx, id, { ...settled, state, was_dearer, last_error: null });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};

/** Refuses 409 LABEL_MANIFESTED. */
function assertFree({ manifest_id, is_manifested, is_final }: LockedLabel): void {
  if (manifest_id === null || (is_manifested && !is_final)) return;
  const message = is_manifested
    ? 'The label is on a manifest: the carrier takes the parcel, and a refund is asked for there.'
    : 'The label is on a manifest that the carrier has not answered yet: it can be voided once that is settled.';
  throw new Refusal('LABEL_MANIFESTED', message, { manifest_id });
}

/** Prints a bought label once more, to the byte. */
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
