/** The life of an inbound receipt: imported or new, then receiving, then received, then closed. */
import { Refusal } from '../refusals.ts';
import { stateMachine, statesOf, type InitialIn, type StateIn } from '../state-machine.ts';

export const receiptSources = ['purchase', 'manual', 'portal', 'drayage', 'return'] as const;
export type ReceiptSource = (typeof receiptSources)[number];

/** What may still be counted; checked_in exists only for legacy data. */
export const receivableStates = ['imported', 'new', 'checked_in', 'receiving'] as const;

// The trigger of the first step is "not shown": the first accepted count or the start of a task takes it.
// There is no reopen and no cancelled state; what was received wrongly is reversed in the ledger.
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
  // Taken by the task, which is asked to start: nothing to ask of the receipt.
  ['start_task'],
);

export type ReceiptStatus = StateIn<typeof receiptStates>;
export const receiptStatuses = statesOf(receiptStates);

/** What others announce arrives imported; what the warehouse writes itself is new. */
export function initialReceiptStatus(source: ReceiptSource): InitialIn<typeof receiptStates> {
  return source === 'manual' || source === 'return' ? 'new' : 'imported';
}

export function isReceivable(status: ReceiptStatus): boolean {
  return (receivableStates as readonly string[]).includes(status);
}

/** 409 RECEIPT_NOT_RECEIVABLE with the status, for counting outside the receivable states. */
export function assertReceivable(status: ReceiptStatus): void {
  if (isReceivable(status)) return;
  throw new Refusal('RECEIPT_NOT_RECEIVABLE', `A receipt that is ${status} takes no more counts.`, {
    status,
  });
}
