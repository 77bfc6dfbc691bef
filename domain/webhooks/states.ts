/** The states of a webhook endpoint and of its deliveries. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const endpointStates = stateMachine(
  'webhook endpoint',
  ['active'],
  [
    ['edit', ['active'], 'active'],
    ['edit', ['disabled'], 'disabled'],
    ['enable', ['active', 'disabled'], 'active'],
    ['disable', ['active', 'disabled'], 'disabled'],
    ['test', ['active'], 'active'],
    // The endpoint answered 410, or has failed for too long.
    ['give_up', ['active'], 'disabled'],
  ],
  ['give_up'],
);
export const endpointStatuses = statesOf(endpointStates);
export type EndpointStatus = StateIn<typeof endpointStates>;

/** A failed try leaves the delivery pending until it runs out of tries. A replay is a new delivery. */
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
