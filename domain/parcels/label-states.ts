/**
 * States of a label bought from a carrier: said, sent, settled. `unknown` is the third outcome: it may have been bought,
 * and the same label is never asked for anew until somebody, the carrier or a person, has said that it was not.
 */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const labelStates = stateMachine(
  'label',
  ['choosing', 'queued'],
  [
    ['choose', ['choosing'], 'queued'],
    ['send', ['queued'], 'sending'],
    // Nothing has left us, or the carrier asked us to wait.
    ['put_off', ['sending'], 'queued'],
    ['lose', ['sending', 'unknown'], 'unknown'],
    // That it was bought is a fact, however late it is learned, even after somebody has given it up.
    ['find', ['queued', 'sending', 'unknown', 'refused'], 'bought'],
    // It cost more than was quoted and is tolerated: it is neither printed nor shown until a person accepts it.
    ['find_dearer', ['queued', 'sending', 'unknown', 'refused'], 'dearer'],
    ['refuse', ['choosing', 'sending', 'unknown'], 'refused'],
    ['accept', ['dearer'], 'bought'],
    ['void', ['bought', 'dearer'], 'voiding'],
    ['reprint', ['bought'], 'bought'],
    ['find_voided', ['voiding', 'void_unknown'], 'voided'],
    ['refuse_void', ['voiding', 'void_unknown'], 'bought'],
    // Nobody had accepted its price, and nobody has by that.
    ['refuse_void_of_dearer', ['voiding', 'void_unknown'], 'dearer'],
    ['lose_void', ['voiding', 'void_unknown'], 'void_unknown'],
    ['adopt', ['unknown'], 'bought'],
    ['adopt', ['void_unknown'], 'voided'],
    ['retry', ['unknown'], 'queued'],
    ['retry', ['void_unknown'], 'voiding'],
    ['give_up', ['choosing', 'queued', 'unknown'], 'refused'],
    // Nothing of it is in doubt, but its carrier may not take the account any more, and says nothing of the label for good.
    ['give_up', ['voiding', 'void_unknown'], 'bought'],
  ],
  [
    'choose',
    'send',
    'put_off',
    'lose',
    'find',
    'find_dearer',
    'refuse',
    'find_voided',
    'refuse_void',
    'refuse_void_of_dearer',
    'lose_void',
  ],
  { sending: null, unknown: null, dearer: 'bought_at', voiding: null, void_unknown: null },
);

export type LabelState = StateIn<typeof labelStates>;
export const labelStatuses = statesOf(labelStates);

/** The parcel has a label, or may have: it gets no other. */
export const liveLabelStates = labelStatuses.filter((state) => state !== 'refused' && state !== 'voided');

/** Whether the carrier is being asked to take it back. */
export const isVoiding = (state: LabelState): boolean => state === 'voiding' || state === 'void_unknown';
/** How a label goes on that its carrier does not take back. */
export const refusedVoid = ({ was_dearer: wasDearer }: { was_dearer: boolean }) =>
  wasDearer ? 'refuse_void_of_dearer' : 'refuse_void';
/** Whether its buyer need not wait any longer: nothing changes unless somebody does something. */
export const isAtRest = (state: LabelState): boolean =>
  state === 'bought' || state === 'dearer' || state === 'refused' || state === 'voided';

/** The carrier gave no answer. */
export const unknownLabelStates: readonly LabelState[] = ['unknown', 'void_unknown'];

/** Something is to be asked of its carrier yet, unless a person decides. */
export const openLabelStates = labelStatuses.filter((state) => !isAtRest(state) && state !== 'choosing');
