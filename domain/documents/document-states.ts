/** The states of invoices, credit notes, bills and vendor credits. `settledStatus` says how payments move them. */
import { zero, type Decimal } from '../decimal.ts';
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

// Payments cause these transitions; no caller asks for them by name.
const settlements = ['settle', 'settle_in_full', 'unsettle', 'unsettle_in_full'] as const;

// `issue` is the action that puts a draft into the books.
function documentStates<const A extends string>(subject: string, issue: A) {
  return stateMachine(
    subject,
    ['draft'],
    [
      ['edit', ['draft'], 'draft'],
      // Only a draft can be deleted without a trace.
      ['delete', ['draft'], 'draft'],
      [issue, ['draft'], 'open'],
      ['settle', ['open', 'partially_paid'], 'partially_paid'],
      ['settle_in_full', ['open', 'partially_paid'], 'paid'],
      ['unsettle', ['partially_paid', 'paid'], 'partially_paid'],
      ['unsettle_in_full', ['partially_paid', 'paid'], 'open'],
      // Refused with HAS_PAYMENTS while anything is settled. A document with a zero total is paid from the start and may
      // be voided.
      ['void', ['open', 'partially_paid', 'paid'], 'void'],
    ],
    settlements,
  );
}

export const invoiceStates = documentStates('invoice', 'issue');
export const billStates = documentStates('bill', 'approve');

export const documentMachines = { invoice: invoiceStates, bill: billStates } as const;
export type DocumentType = keyof typeof documentMachines;

/** Invoices and bills share states, but not the action that issues them. */
export type DocumentStatus = StateIn<typeof invoiceStates>;
export const documentStatuses = statesOf(invoiceStates);
/** Something is to be paid. */
export const owedStates = statesBefore(invoiceStates, 'settle');
/** It is in the books: issued or approved, and not void. */
export const bookedStates = statesBefore(invoiceStates, 'void');

/** What is to be done with a document in this status before another takes its place. */
export function toReplace(status: DocumentStatus): string {
  if (status === 'draft') return 'change that one, or delete it first';
  return status === 'open' ? 'void that one first' : 'reverse its payments and void it first';
}

/** The status that follows from how much of the total is settled. */
export function settledStatus(total: Decimal, settled: Decimal): 'open' | 'partially_paid' | 'paid' {
  if (settled.eq(total)) return 'paid';
  return settled.gt(zero) ? 'partially_paid' : 'open';
}
