/** The states of a subscriber's endpoint and of what is sent to it. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const endpointStates = stateMachine(
  'webhook endpoint',
  ['active'],
  [
    ['edit', ['active'], 'active'],
    ['edit', ['disabled'], 'disabled'],
    ['enable', ['active', 'disabled'], 'active'],
    ['disable', ['active', 'disabled'], 'disabled'],
    // It said 410, or has failed for too long.
    ['give_up', ['active'], 'disabled'],
  ],
  ['give_up'],
);
export const endpointStatuses = statesOf(endpointStates);
export type EndpointStatus = StateIn<typeof endpointStates>;

/** A try that fails leaves it pending until the tries are used up. A replay is a delivery of its own. */
export const deliveryStates = stateMachine(
  'webhook delivery',
  ['pending'],
  [
    ['fail', ['pending'], 'pending'],
    ['succeed', ['pending'], 'delivered'],
    ['give_up', ['pending'], 'dead'],
  ],
  ['fail', 'succeed', 'give_up'],
);
export const deliveryStatuses = statesOf(deliveryStates);
export type DeliveryStatus = StateIn<typeof deliveryStates>;
