/** States of a wave: the shipments of one warehouse and ship mode that are picked together. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const waveStates = stateMachine(
  'wave',
  ['open'],
  [
    ['add_shipments', ['open'], 'open'],
    ['remove_shipments', ['open'], 'open'],
    ['release', ['open'], 'released'],
    ['start_picking', ['released'], 'picking'],
    ['complete', ['released', 'picking'], 'completed'],
    ['cancel', ['open', 'released', 'picking'], 'cancelled'],
  ],
  // Nobody asks for these: the first pick starts a wave, its last one completes it.
  ['start_picking', 'complete'],
);

export type WaveStatus = StateIn<typeof waveStates>;
export const waveStatuses = statesOf(waveStates);

/** Why a shipment was left out of a release; the others go on. */
export const exclusionReasons = [
  'already_picked',
  'order_on_hold',
  'location_locked',
  'nothing_to_pick',
  'joined_late',
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];
