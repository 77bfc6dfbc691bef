/** States of a sales order. A second table has the transitions that its shipments cause. */
import {
  stateMachine,
  statesBefore,
  statesOf,
  type ActionIn,
  type StateIn,
  type StateMachine,
  type TargetIn,
} from '../state-machine.ts';

export const orderStates = stateMachine(
  'sales order',
  ['draft'],
  [
    ['edit', ['draft'], 'draft'],
    ['submit', ['draft'], 'pending_review'],
    ['approve', ['pending_review'], 'confirmed'],
    ['allocate', ['confirmed'], 'allocated'],
    ['release', ['allocated'], 'released'],
    ['push-to-wms', ['confirmed', 'allocated'], 'released'],
    // Backordered quantities follow with the next push.
    ['push-to-wms', ['partially_fulfilled'], 'partially_fulfilled'],
    ['partial_fulfill', ['released', 'partially_fulfilled'], 'partially_fulfilled'],
    ['fulfill', ['released', 'partially_fulfilled'], 'fulfilled'],
    ['deliver', ['fulfilled'], 'delivered'],
    ['cancel', ['draft', 'pending_review', 'confirmed', 'allocated'], 'cancelled'],
    ['cancel-request', ['released'], 'cancelled'],
    // What has shipped stays shipped; the rest is cancelled, and the order is done.
    ['cancel-request', ['partially_fulfilled'], 'fulfilled'],
  ],
  [],
  { pending_review: 'submitted_at', partially_fulfilled: null },
);

const mirror = stateMachine(
  'sales order',
  ['released', 'partially_fulfilled', 'fulfilled'],
  [
    ['shipped_in_part', ['released', 'partially_fulfilled'], 'partially_fulfilled'],
    ['shipped_all', ['released', 'partially_fulfilled'], 'fulfilled'],
    ['delivered_all', ['fulfilled'], 'delivered'],
    // The last shipment was cancelled before anything shipped: the order may be pushed again.
    ['shipments_cancelled', ['released'], 'confirmed'],
    ['rest_cancelled', ['released'], 'cancelled'],
  ],
  ['shipped_in_part', 'shipped_all', 'delivered_all', 'shipments_cancelled', 'rest_cancelled'],
);

export type OrderStatus = StateIn<typeof orderStates>;
export type OrderAction = ActionIn<typeof orderStates>;
export const orderStatuses = statesOf(orderStates);

/** Transitions that the steps of an order's shipments cause; no caller asks for these. */
export const orderMirror: StateMachine<
  ActionIn<typeof mirror>,
  OrderStatus,
  TargetIn<typeof mirror>
> = mirror;

/** Its shipments have been made and some of its goods may still leave. */
export const shippingStates: readonly OrderStatus[] = statesBefore(orderStates, 'fulfill');
/** Its shipments have been made, whatever became of them. */
export const releasedStates: readonly OrderStatus[] = [...shippingStates, 'fulfilled', 'delivered'];
/** It is accepted, and its shipments have not been made. */
export const waitingStates: readonly OrderStatus[] = ['confirmed', 'allocated'];

/** Nothing of it is held for a shipment yet: it is cancelled without touching the floor. */
export const cancellableStates: readonly OrderStatus[] = statesBefore(orderStates, 'cancel');

/** Whether the order is finished and none of its goods will move any more. */
export function hasEnded(status: OrderStatus): boolean {
  return status === 'fulfilled' || status === 'delivered' || status === 'cancelled';
}

export const holdReasons = ['UNMAPPED_SKU', 'OUT_OF_STOCK', 'INVALID_ADDRESS', 'PAYMENT', 'MANUAL'] as const;
export type HoldReason = (typeof holdReasons)[number];
