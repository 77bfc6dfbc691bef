/**
 * States of a planned move: goods somebody is to carry from one place to another. It is an intent, never a reservation:
 * until it is confirmed it holds no stock.
 */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

export const plannedMoveStates = stateMachine(
  'planned move',
  ['open'],
  [
    ['claim', ['open'], 'assigned'],
    ['start', ['assigned'], 'in_progress'],
    ['unclaim', ['assigned', 'in_progress'], 'open'],
    // Whoever confirms one that nobody has claimed has done it: no screen stands between a person and the work.
    ['confirm', ['open', 'assigned', 'in_progress'], 'done'],
    ['cancel', ['open', 'assigned', 'in_progress'], 'cancelled'],
    ['replan', ['open', 'assigned'], 'cancelled'],
  ],
  // No caller asks for this: its planner takes back what it would plan otherwise now.
  ['replan'],
  { in_progress: 'started_at', done: 'finished_at', cancelled: 'finished_at' },
);

export type PlannedMoveStatus = StateIn<typeof plannedMoveStates>;
export const plannedMoveStatuses = statesOf(plannedMoveStates);
/** Somebody is to carry it yet: planners count it as leaving its source and arriving at its target. */
export const liveMoveStates = statesBefore(plannedMoveStates, 'cancel');
