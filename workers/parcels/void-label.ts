/** Has the carrier take a label back. Does nothing when repeated. */
import { changeLabel, lockLabel, settled } from '../../db/parcels/labels.write.ts';
import { isVoiding, labelStates } from '../../domain/parcels/label-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';

export const voidLabel: Handler<typeof parcelCommands.voidLabel> = async (work, { label_id: id }) => {
  const label = await lockLabel(work.tx, id);
  if (isVoiding(label.state) || label.state === 'voided') return { id };
  const state = nextState(labelStates, label.state, 'void');
  if (label.manifest_id)
    throw new Refusal(
      'LABEL_MANIFESTED',
      'The label is on a manifest: the carrier takes the parcel, and a refund is asked for there.',
      { manifest_id: label.manifest_id },
    );
  await changeLabel(work.tx, id, { ...settled, state, last_error: null });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};
