/**
 * States of a label bought from a carrier: said, sent, settled. `unknown` is the third outcome: it may have been bought,
 * and the same label is never asked for anew until somebody, the carrier or a person, has said that it was not.
 */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const labelStates = stateMachine(
  'label',
  ['queued'],
  [
    ['send', ['queued'], 'sending'],
    // Nothing has left us, or the carrier asked us to wait.
    ['put_off', ['sending'], 'queued'],
    ['lose', ['sending', 'unknown'], 'unknown'],
    // That it was bought is a fact, however late it is learned, even after somebody has given it up.
    ['find', ['queued', 'sending', 'unknown', 'refused'], 'bought'],
    ['refuse', ['sending', 'unknown'], 'refused'],
    ['void', ['bought'], 'voiding'],
    ['reprint', ['bought'], 'bought'],
    ['find_voided', ['voiding', 'void_unknown'], 'voided'],
    ['refuse_void', ['voiding', 'void_unknown'], 'bought'],
    ['lose_void', ['voiding', 'void_unknown'], 'void_unknown'],
    ['adopt', ['unknown'], 'bought'],
    ['adopt', ['void_unknown'], 'voided'],
    ['retry', ['unknown'], 'queued'],
    ['retry', ['void_unknown'], 'voiding'],
    ['give_up', ['queued', 'unknown'], 'refused'],
    ['give_up', ['void_unknown'], 'bought'],
  ],
  ['send', 'put_off', 'lose', 'find', 'refuse', 'find_voided', 'refuse_void', 'lose_void'],
  { sending: null, unknown: null, voiding: null, void_unknown: null },
);

export type LabelState = StateIn<typeof labelStates>;
export const labelStatuses = statesOf(labelStates);

/** The parcel has a label, or may have: it gets no other. */
export const liveLabelStates = labelStatuses.filter((state) => state !== 'refused' && state !== 'voided');

/** Whether the carrier is being asked to take it back. */
export const isVoiding = (state: LabelState): boolean => state === 'voiding' || state === 'void_unknown';
/** Whether its buyer need not wait any longer: nothing changes unless somebody does something. */
export const isAtRest = (state: LabelState): boolean =>
  state === 'bought' || state === 'refused' || state === 'voided';

/** The carrier gave no answer. */
export const unknownLabelStates: readonly LabelState[] = ['unknown', 'void_unknown'];

/** Something is to be asked of the carrier yet, unless a person decides. */
export const openLabelStates = labelStatuses.filter((state) => !isAtRest(state));
