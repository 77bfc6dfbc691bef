/**
 * States of an import: its lines are checked, then applied. A dry run ends after the check; invalid lines end it
 * without applying anything. One whose chunk failed time and again is given up; it goes on where it was when that chunk is
 * run again.
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
    ['fail', ['checking', 'applying'], 'failed'],
    ['check_again', ['failed'], 'checking'],
    ['apply_again', ['failed'], 'applying'],
  ],
  // No caller asks for these: an import moves on by itself.
  ['pass', 'reject', 'apply', 'complete', 'fail', 'check_again', 'apply_again'],
);

export type ImportState = StateIn<typeof importStates>;
export const importStatuses = statesOf(importStates);
