/** The life of an inbound receipt: imported or new, then receiving, then received, then closed. */
import { Refusal } from '../refusal.ts';
import { stateMachine, statesOf, type InitialIn, type StateIn } from '../state-machine.ts';

export const receiptSources = ['purchase', 'manual', 'portal', 'drayage', 'return'] as const;
export type ReceiptSource = (typeof receiptSources)[number];

/** The statuses that can still be counted; checked_in exists only for legacy data. */
export const receivableStates = ['imported', 'new', 'checked_in', 'receiving'] as const;

// The specification does not show what triggers the first step; here the first accepted count or the start of a task
// does. There is no reopen and no cancelled status: goods received by mistake are reversed in the ledger.
export const receiptStates = stateMachine(
  'receipt',
  ['imported', 'new', 'checked_in'],
  [
    ['receive', receivableStates, 'receiving'],
    ['start_task', receivableStates, 'receiving'],
    ['complete', receivableStates, 'received'],
    ['reverse', ['receiving'], 'receiving'],
    ['reverse', ['received'], 'received'],
    ['close', ['received'], 'closed'],
  ],
  // Starting the receipt's task takes this; no caller asks for it.
  ['start_task'],
);

export type ReceiptStatus = StateIn<typeof receiptStates>;
export const receiptStatuses = statesOf(receiptStates);
/** Something was counted, or is being. */
export function isCounted(status: ReceiptStatus): boolean {
  return !(receiptStates.initial as readonly string[]).includes(status);
}
export const countedStates = receiptStatuses.filter(isCounted);

/** A receipt announced by others starts as imported; one the warehouse creates itself starts as new. */
export function initialReceiptStatus(source: ReceiptSource): InitialIn<typeof receiptStates> {
  return source === 'manual' || source === 'return' ? 'new' : 'imported';
}

export function isReceivable(status: ReceiptStatus): boolean {
  return (receivableStates as readonly string[]).includes(status);
}

/** Refuses 409 RECEIPT_NOT_RECEIVABLE with the status when the receipt can no longer be counted. */
export function assertReceivable(status: ReceiptStatus): void {
  if (isReceivable(status)) return;
  throw new Refusal('RECEIPT_NOT_RECEIVABLE', `A receipt that is ${status} takes no more counts.`, {
    status,
  });
}
