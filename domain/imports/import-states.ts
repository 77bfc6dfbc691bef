/** States of an import: its lines are checked, then applied; a dry run ends with the check, bad lines end it unapplied. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const importStates = stateMachine(
  'import',
  ['checking'],
  [
    ['pass', ['checking'], 'checked'],
    ['reject', ['checking'], 'rejected'],
    ['apply', ['checking'], 'applying'],
    ['complete', ['applying'], 'completed'],
  ],
  // Nobody asks for these: an import goes its way by itself.
  ['pass', 'reject', 'apply', 'complete'],
);

export type ImportState = StateIn<typeof importStates>;
export const importStatuses = statesOf(importStates);
