/**
 * States of a transport order and of its tenders. A tracking event moves an order forward past any unreported steps; no
 * event moves it back.
 */
import { stateMachine, statesBefore } from '../state-machine.ts';

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
    // What has not shipped is on no truck, whatever was reported: without its load the order has nothing to carry.
    ['load_cancelled', ['planned', 'assigned', 'dispatched', 'in_transit'], 'cancelled'],
  ],
  ['expire', 'load_cancelled'],
  // Deliveries are reported afterwards, with their time.
  { delivered: null },
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
  // Callers take these on the transport order, not on the tender.
  ['accept', 'decline', 'expire', 'withdraw'],
);

/** The carrier may still carry it. */
export const liveTenderStates = statesBefore(tenderStates, 'withdraw');

export const tenderStatuses = ['offered', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type TenderStatus = (typeof tenderStatuses)[number];
