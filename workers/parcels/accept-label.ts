/** A person accepts what a label cost beyond its quote: it is printed and shown like any other. */
import { changeLabel, lockLabel } from '../../db/parcels/labels.write.ts';
import { labelStates } from '../../domain/parcels/label-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';
import { printedLabel } from './print-label.ts';
import { tellBought } from './tell-of-label.ts';

export const acceptLabel: Handler<typeof parcelCommands.acceptLabel> = async (
  work,
  { label_id: id, reason },
) => {
  const { tx, actor } = work;
  const label = await lockLabel(tx, id);
  const state = nextState(labelStates, label.state, 'accept');
  const last_error = await printedLabel(work, label, label.zpl_sha256);
  await changeLabel(tx, id, { state, resolved_by: actor.name, resolved_for: reason, last_error });
  await tellBought(work, label, label);
  return { id };
};
