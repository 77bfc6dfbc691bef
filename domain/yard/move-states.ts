/** States of a yard move: a trailer moved from one spot to another. An open move reserves its target spot. */
import { stateMachine } from '../state-machine.ts';

export const moveStates = stateMachine(
  'yard move',
  ['pending'],
  [
    ['start', ['pending'], 'in_progress'],
    ['complete', ['pending', 'in_progress'], 'completed'],
    ['cancel', ['pending', 'in_progress'], 'cancelled'],
  ],
  [],
  { in_progress: 'started_at', completed: 'finished_at', cancelled: 'finished_at' },
);

export const moveStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type MoveStatus = (typeof moveStatuses)[number];
