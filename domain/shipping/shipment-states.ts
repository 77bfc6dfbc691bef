/**
 * States of a shipment: commit, picking, picked, packed, shipped, delivered; it can be cancelled in any state before
 * shipped.
 */
import { stateMachine, statesBefore, statesOf, type ActionIn, type StateIn } from '../state-machine.ts';

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

/** The normal path of a shipment; skipping steps confirms each one skipped. Side states (cancelled) are not on it. */
const forward: readonly ShipmentStatus[] = ['commit', 'picking', 'picked', 'packed', 'shipped'];

/** The steps from one state up to another, in order: from commit to shipped they are picking, picked, packed, shipped. */
export function stepsBetween(from: ShipmentStatus, to: ShipmentStatus): ShipmentStatus[] {
  const [start, end] = [forward.indexOf(from), forward.indexOf(to)];
  if (start < 0 || end < 0) throw new Error(`A shipment has no way from ${from} to ${to}.`);
  return forward.slice(start + 1, end + 1);
}

/** States in which goods still have to be picked: the shipment may be in a wave, and its pick tasks are open. */
export const unpickedStates: readonly ShipmentStatus[] = statesBefore(shipmentStates, 'pick');

/** States in which there may be goods that are in no carton yet. */
export const packableStates: readonly ShipmentStatus[] = [...unpickedStates, 'picked'];

/** Whether it has left the warehouse or never will: nothing can be loaded, picked or packed for it any more. */
export function hasLeft(status: ShipmentStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'cancelled';
}
