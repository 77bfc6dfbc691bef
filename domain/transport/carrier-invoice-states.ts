/**
 * States of a carrier's invoice for labels. Until it is billed, and once its bill is gone, it is matched again as often as
 * somebody asks.
 */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const carrierInvoiceStates = stateMachine(
  'carrier invoice',
  ['imported'],
  [
    ['match', ['imported', 'matched', 'disputed', 'billed'], 'matched'],
    ['bill', ['matched'], 'billed'],
    ['dispute', ['matched'], 'disputed'],
  ],
);

export type CarrierInvoiceState = StateIn<typeof carrierInvoiceStates>;
export const carrierInvoiceStatuses = statesOf(carrierInvoiceStates);
