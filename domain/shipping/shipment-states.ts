/** States of a shipment: commit, picking, picked, packed, shipped, delivered; cancelled from any before shipped. */
import { stateMachine } from '../state-machine.ts';

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

export type ShipmentAction = (typeof shipmentStates)['transitions'][number][0];
export type ShipmentStatus =
  'commit' | 'picking' | 'picked' | 'packed' | 'shipped' | 'delivered' | 'cancelled';

export const shipmentStatuses = [
  'commit',
  'picking',
  'picked',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
] as const satisfies readonly ShipmentStatus[];

const forward = shipmentStatuses.slice(0, 5);

/** The steps from one state up to another, in order: from commit to shipped they are picking, picked, packed, shipped. */
export function stepsBetween(from: ShipmentStatus, to: ShipmentStatus): ShipmentStatus[] {
  return forward.slice(forward.indexOf(from) + 1, forward.indexOf(to) + 1);
}
