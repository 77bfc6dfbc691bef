/**
 * States of a transport order and of the tenders under it. A tracking event takes an order forward over the steps nobody
 * reported; no event takes it back.
 */
import { stateMachine } from '../state-machine.ts';

export const transportStates = stateMachine(
  'transport order',
  ['planned'],
  [
    ['assign', ['planned', 'assigned'], 'assigned'],
    ['accept', ['assigned'], 'assigned'],
    ['decline', ['assigned'], 'planned'],
    ['expire', ['assigned'], 'planned'],
    ['dispatch', ['assigned'], 'dispatched'],
    ['depart', ['assigned', 'dispatched'], 'in_transit'],
    ['deliver', ['assigned', 'dispatched', 'in_transit'], 'delivered'],
    ['complete', ['delivered'], 'completed'],
    ['cancel', ['planned', 'assigned', 'dispatched'], 'cancelled'],
  ],
  ['expire'],
);

export const transportStatuses = [
  'planned',
  'assigned',
  'dispatched',
  'in_transit',
  'delivered',
  'completed',
  'cancelled',
] as const;
export type TransportStatus = (typeof transportStatuses)[number];

export const tenderStates = stateMachine(
  'tender',
  ['offered', 'accepted'],
  [
    ['accept', ['offered'], 'accepted'],
    ['decline', ['offered', 'accepted'], 'declined'],
    ['expire', ['offered'], 'expired'],
    ['withdraw', ['offered', 'accepted'], 'withdrawn'],
  ],
  // Asked for of the order they are made for.
  ['accept', 'decline', 'expire', 'withdraw'],
);

export const tenderStatuses = ['offered', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type TenderStatus = (typeof tenderStatuses)[number];
