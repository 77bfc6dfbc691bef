/**
 * States of a carrier's invoice for labels. Until it is billed, and once its bill is gone, it is matched again as often as
 * somebody asks, or cancelled.
 */
import { Refusal } from '../refusal.ts';
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const carrierInvoiceStates = stateMachine(
  'carrier invoice',
  ['imported'],
  [
    ['match', ['imported', 'matched', 'disputed', 'billed'], 'matched'],
    ['bill', ['matched'], 'billed'],
    ['dispute', ['matched'], 'disputed'],
    ['cancel', ['imported', 'matched', 'disputed', 'billed'], 'cancelled'],
  ],
);

export type CarrierInvoiceState = StateIn<typeof carrierInvoiceStates>;
export const carrierInvoiceStatuses = statesOf(carrierInvoiceStates);

/** What is written of one that no bill is of. */
export const unbilled = { dispute_reason: null, bill_id: null, is_even: false, billed_at: null } as const;

/** Refuses 409 while a bill of it stands. */
export function assertUnbilled(billId: string | null, to: string): void {
  if (billId === null) return;
  const message = `The invoice is billed: delete the draft of its bill, or void the bill, to ${to}.`;
  throw new Refusal('CONFLICT', message, { bill_id: billId });
}
