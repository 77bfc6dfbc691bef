/**
 * States of a manifest: what a carrier is told at the end of the day it takes with it. Said, sent, settled, as a label is;
 * `unknown` may have been taken.
 */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const manifestStates = stateMachine(
  'manifest',
  ['queued'],
  [
    ['send', ['queued'], 'sending'],
    ['put_off', ['sending'], 'queued'],
    ['lose', ['sending', 'unknown'], 'unknown'],
    ['find', ['queued', 'sending', 'unknown', 'refused'], 'accepted'],
    ['refuse', ['sending', 'unknown'], 'refused'],
    ['adopt', ['unknown'], 'accepted'],
    ['retry', ['unknown'], 'queued'],
    ['give_up', ['queued', 'unknown'], 'refused'],
  ],
  ['send', 'put_off', 'lose', 'find', 'refuse'],
  { sending: null, unknown: null },
);

export type ManifestState = StateIn<typeof manifestStates>;
export const manifestStatuses = statesOf(manifestStates);

/** Whether nothing changes unless somebody does something. */
export const isManifestAtRest = (state: ManifestState): boolean =>
  state === 'accepted' || state === 'refused';

/** Something is to be asked of its carrier yet, unless a person decides. */
export const openManifestStates = manifestStatuses.filter((state) => !isManifestAtRest(state));
