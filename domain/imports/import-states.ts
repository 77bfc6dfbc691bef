/**
 * States of an import: its lines are checked, then applied. A dry run ends after the check; invalid lines end it
 * without applying anything.
 */
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
  // No caller asks for these: an import moves on by itself.
  ['pass', 'reject', 'apply', 'complete'],
);

export type ImportState = StateIn<typeof importStates>;
export const importStatuses = statesOf(importStates);
