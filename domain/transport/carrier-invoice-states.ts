/** States of a carrier's invoice for labels. Until it is billed it is matched again as often as somebody asks. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const carrierInvoiceStates = stateMachine(
  'carrier invoice',
  ['imported'],
  [
    ['match', ['imported', 'matched', 'disputed'], 'matched'],
    ['bill', ['matched'], 'billed'],
    ['dispute', ['matched'], 'disputed'],
  ],
);

export type CarrierInvoiceState = StateIn<typeof carrierInvoiceStates>;
export const carrierInvoiceStatuses = statesOf(carrierInvoiceStates);
