/** States of a wave: shipments of one warehouse and ship mode that are picked together. */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

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
  // No caller asks for these: the first pick starts a wave and the last one completes it.
  ['start_picking', 'complete'],
);

export type WaveStatus = StateIn<typeof waveStates>;
export const waveStatuses = statesOf(waveStates);

/** Released and not ended: each shipment that is picked or cancelled takes such a wave further. */
export const runningWaveStates: readonly WaveStatus[] = statesBefore(waveStates, 'complete');

/** Why a shipment was left out of a release; the rest of the wave is released. */
export const exclusionReasons = [
  'already_picked',
  'order_on_hold',
  'location_locked',
  'lot_on_hold',
  'nothing_to_pick',
  'joined_late',
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];
