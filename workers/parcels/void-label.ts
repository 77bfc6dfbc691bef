/** Has the carrier take a label back. Does nothing when repeated. */
import { changeLabel, lockLabel, settled } from '../../db/parcels/labels.write.ts';
import { isVoiding, labelStates } from '../../domain/parcels/label-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';

export const voidLabel: Handler<typeof parcelCommands.voidLabel> = async (work, { label_id: id }) => {
  const label = await lockLabel(work.tx, id);
  if (isVoiding(label.state) || label.state === 'voided') return { id };
  const state = nextState(labelStates, label.state, 'void');
  await changeLabel(work.tx, id, { ...settled, state, last_error: null });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};
