/** States of a pick task: one piece of allocated stock to pick from one location. */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

export const pickTaskStates = stateMachine(
  'pick task',
  ['open'],
  [
    ['claim', ['open'], 'assigned'],
    ['start', ['assigned'], 'in_progress'],
    ['unclaim', ['assigned', 'in_progress'], 'open'],
    ['confirm', ['assigned', 'in_progress'], 'done'],
    ['short', ['assigned', 'in_progress'], 'short'],
    ['cancel', ['open', 'assigned', 'in_progress'], 'cancelled'],
  ],
  // No caller asks for this: a task is cancelled along with its wave or shipment.
  ['cancel'],
  { in_progress: 'started_at', done: 'finished_at', short: 'finished_at', cancelled: 'finished_at' },
);

export type PickTaskStatus = StateIn<typeof pickTaskStates>;
export const pickTaskStatuses = statesOf(pickTaskStates);
/** There is still something to pick. */
export const openTaskStates = statesBefore(pickTaskStates, 'cancel');
/** Nobody has begun. */
export const notBegunStates = ['open', 'assigned'] as const;
/** It was picked, in full or not. */
export const pickedTaskStates = ['done', 'short'] as const;
