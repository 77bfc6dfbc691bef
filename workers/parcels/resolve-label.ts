/**
 * What a person decides of a label whose carrier gave no answer: that it was done there (adopt), that it was not and is to
 * be asked for again (retry), or that it was not and is left (give up); or that its price is accepted. Who decided, and why, stays with the label.
 */
import { quotedCarrier } from '../../db/parcels/quotes.write.ts';
import { changeLabel, lockLabel, settled, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { isNamedThere } from '../../domain/parcels/carriers.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import { isVoiding, labelStates, refusedVoid, type LabelState } from '../../domain/parcels/label-states.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { printedLabel, tellBought, tellVoided, tellVoidRefused } from './tell-of-label.ts';

interface Decided {
  label: LockedLabel;
  state: LabelState;
  /** What is written with it. */
  by: { resolved_by: string; resolved_for: string };
}

/** Nobody decides while the carrier is being asked: it may be answering at this moment. */
async function decided(
  { tx, actor }: Work,
  { label_id: id, reason }: { label_id: string; reason: string },
  action: 'adopt' | 'retry' | 'give_up',
): Promise<Decided> {
  const label = await lockLabel(tx, id);
  const state = nextState(labelStates, label.state, action);
  if (label.is_claimed)
    throw new Refusal(
      'LABEL_ASKED',
      'The carrier is being asked about the label at this moment: see what it answers, then decide.',
      { state: label.state },
    );
  return { label, state, by: { resolved_by: actor.name, resolved_for: reason } };
}

export const adoptLabel: Handler<typeof parcelCommands.adoptLabel> = async (work, input) => {
  const { label, state, by } = await decided(work, input, 'adopt');
  const { tx } = work;
  if (state === 'voided') {
    await changeLabel(tx, label.id, { ...settled, ...by, state, unneeded_since: null, last_error: null });
    await tellVoided(work, label);
    return { id: label.id };
  }
  const { tracking_no, amount = null, currency = null } = input;
  if (!tracking_no)
    throw invalid(
      'tracking_no',
      'required',
      'tracking_no is needed: the number under which the carrier has it.',
    );
  if ((amount === null) !== (currency === null))
    throw invalid(amount === null ? 'amount' : 'currency', 'required', 'Give amount and currency together.');
  const carrier_code = (await quotedCarrier(tx, label.id)) ?? label.account_carrier_code;
  const facts = { tracking_no, carrier_code };
  const isNamed = label.adapter === null || isNamedThere(label.adapter, { ...label, carrier_code });
  const last_error = isNamed
    ? null
    : 'The carrier has not said yet what it calls it: until then it is on no manifest, and is not followed.';
  const bought = { ...settled, ...by, ...facts, amount, currency, last_error };
  await changeLabel(tx, label.id, { ...bought, state });
  await tellBought(work, label, facts);
  if (!isNamed) work.enqueue(parcelCommands.followParcel, { label_id: label.id });
  return { id: label.id };
};

export const retryLabel: Handler<typeof parcelCommands.retryLabel> = async (work, input) => {
  const { label, state, by } = await decided(work, input, 'retry');
  await changeLabel(work.tx, label.id, { ...settled, ...by, state });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id: label.id };
};

export const giveUpLabel: Handler<typeof parcelCommands.giveUpLabel> = async (work, input) => {
  const { label, state: left, by } = await decided(work, input, 'give_up');
  const state = isVoiding(label.state) ? nextState(labelStates, label.state, refusedVoid(label)) : left;
  await changeLabel(work.tx, label.id, { ...settled, ...by, state });
  if (state !== 'refused') await tellVoidRefused(work, label, state, input.reason);
  else work.emit(labelEvent(label, 'refused', { state, previous_state: label.state, reason: input.reason }));
  return { id: label.id };
};

/** What it cost beyond its quote is accepted: it is printed and shown like any other. */
export const acceptLabel: Handler<typeof parcelCommands.acceptLabel> = async (
  work,
  { label_id: id, reason },
) => {
  const { tx, actor } = work;
  const label = await lockLabel(tx, id);
  const state = nextState(labelStates, label.state, 'accept');
  const last_error = await printedLabel(work, label, label.zpl_sha256);
  await changeLabel(tx, id, {
    state,
    was_dearer: false,
    resolved_by: actor.name,
    resolved_for: reason,
    last_error,
  });
  await tellBought(work, label, label);
  return { id };
};
