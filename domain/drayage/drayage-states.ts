/** The life of a drayage order: a container picked up at a terminal and delivered to the warehouse. */
import { stateMachine } from '../state-machine.ts';

/** The trip goes on; a container is on one open trip of a merchant at a time. */
export const openStates = ['planned', 'dispatched', 'picked_up', 'delivered'] as const;

export const drayageOrderStates = stateMachine(
  'drayage order',
  ['planned'],
  [
    // Once more with another carrier.
    ['dispatch', ['planned', 'dispatched'], 'dispatched'],
    ['pick_up', ['planned', 'dispatched'], 'picked_up'],
    ['deliver', ['planned', 'dispatched', 'picked_up'], 'delivered'],
    ['complete', openStates, 'completed'],
    ['cancel', ['planned', 'dispatched'], 'cancelled'],
  ],
  // Container events cause these; no caller asks for them.
  ['pick_up', 'deliver'],
);

export const drayageStatuses = [...openStates, 'completed', 'cancelled'] as const;
export type DrayageStatus = (typeof drayageStatuses)[number];
