/**
 * The life of an advance shipping notice. People and yards say what is on its way; from the moment it is counted its
 * state is that of its receipt and is never stored a second time.
 */
import { stateMachine, type StateIn } from '../state-machine.ts';

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

/** What is stored of the state. */
export type AsnStage = StateIn<typeof asnStates>;

/** What is shown of it: the stage, and from the first count the state of the receipt. */

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
