/** States of a shipment: commit, picking, picked, packed, shipped, delivered; cancelled from any before shipped. */
import { stateMachine, statesOf, type ActionIn, type StateIn } from '../state-machine.ts';

export const shipmentStates = stateMachine(
  'shipment',
  ['commit'],
  [
    ['start_picking', ['commit'], 'picking'],
    ['pick', ['commit', 'picking'], 'picked'],
    ['pack', ['picked'], 'packed'],
    // Skipped steps are confirmed in order, each with its own event.
    ['ship', ['commit', 'picking', 'picked', 'packed'], 'shipped'],
    ['deliver', ['shipped'], 'delivered'],
    ['cancel', ['commit', 'picking', 'picked', 'packed'], 'cancelled'],
  ],
  ['start_picking'],
);

export type ShipmentAction = ActionIn<typeof shipmentStates>;
export type ShipmentStatus = StateIn<typeof shipmentStates>;
export const shipmentStatuses = statesOf(shipmentStates);

/** The way of a shipment, step by step; who skips some confirms each. */
const forward: readonly ShipmentStatus[] = ['commit', 'picking', 'picked', 'packed', 'shipped'];

/** The steps from one state up to another, in order: from commit to shipped they are picking, picked, packed, shipped. */
export function stepsBetween(from: ShipmentStatus, to: ShipmentStatus): ShipmentStatus[] {
  return forward.slice(forward.indexOf(from) + 1, forward.indexOf(to) + 1);
}

/** Whether it left the warehouse or never will: nothing can be loaded, picked or packed for it any more. */
export function hasLeft(status: ShipmentStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'cancelled';
}
