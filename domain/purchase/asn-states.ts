/**
 * The life of an advance shipping notice. People and the yard report that it is on its way; from the first count on,
 * its status is that of its receipt and is not stored twice.
 */
import { stateMachine, statesBefore, type StateIn } from '../state-machine.ts';

export const asnStates = stateMachine(
  'ASN',
  ['announced'],
  [
    ['set_eta', ['announced'], 'announced'],
    ['set_eta', ['in_transit'], 'in_transit'],
    ['depart', ['announced'], 'in_transit'],
    ['arrive', ['announced', 'in_transit'], 'arrived'],
    ['cancel', ['announced', 'in_transit'], 'cancelled'],
  ],
);

/** The goods are still to come. */
export const expectedStates = statesBefore(asnStates, 'arrive');

/** The part of the status that is stored. */
export type AsnStage = StateIn<typeof asnStates>;

/** The statuses shown: the stage and, from the first count on, the status of the receipt. */
export const asnStatuses = [
  'announced',
  'in_transit',
  'arrived',
  'receiving',
  'received',
  'closed',
  'cancelled',
] as const;
export type AsnStatus = (typeof asnStatuses)[number];

export const etaReasons = ['announced', 'carrier', 'port', 'weather', 'customs', 'vendor', 'other'] as const;
