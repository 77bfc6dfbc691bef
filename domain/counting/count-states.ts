/** The states of a count task. `submit` completes a count whose differences need approval. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const countStates = stateMachine(
  'count task',
  ['pending'],
  [
    ['count', ['pending', 'in_progress'], 'in_progress'],
    ['complete', ['pending', 'in_progress'], 'completed'],
    ['submit', ['pending', 'in_progress'], 'review'],
    ['recount', ['review'], 'in_progress'],
    ['approve', ['review'], 'completed'],
    ['cancel', ['pending', 'in_progress', 'review'], 'cancelled'],
    ['unclaim', ['in_progress'], 'pending'],
  ],
  // Completing a count submits it when its differences need approval.
  ['submit'],
);

export type CountState = StateIn<typeof countStates>;
export const countStatuses = statesOf(countStates);
export const endedCountStates = ['completed', 'cancelled'] as const;
