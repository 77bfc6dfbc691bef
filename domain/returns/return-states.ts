/**
 * The life of a return: asked for, authorized (its receipt is made), counted on that receipt, inspected and disposed of.
 * From the first count on it follows its receipt.
 */
import { stateMachine, statesBefore, statesOf, type StateIn } from '../state-machine.ts';

export const returnStates = stateMachine(
  'return',
  ['requested'],
  [
    ['add_lines', ['requested'], 'requested'],
    ['add_lines', ['authorized'], 'authorized'],
    ['add_lines', ['receiving'], 'receiving'],
    ['authorize', ['requested'], 'authorized'],
    ['reject', ['requested', 'authorized'], 'rejected'],
    ['cancel', ['requested', 'authorized'], 'cancelled'],
    ['expire', ['authorized'], 'expired'],
    // Of a return whose goods may still come.
    ['print_label', ['authorized'], 'authorized'],
    ['print_label', ['receiving'], 'receiving'],
    ['receive', ['authorized'], 'receiving'],
    ['complete', ['authorized', 'receiving'], 'inspecting'],
    // What was counted may be inspected and put away while the rest is still on the dock.
    ['inspect', ['receiving'], 'receiving'],
    ['inspect', ['inspecting'], 'inspecting'],
    ['dispose', ['receiving'], 'receiving'],
    ['dispose', ['inspecting'], 'inspecting'],
    ['settle', ['inspecting'], 'disposed'],
    // A count that was a mistake, on its receipt.
    ['take_back', ['receiving'], 'receiving'],
    ['take_back', ['inspecting'], 'inspecting'],
    ['take_back', ['disposed'], 'disposed'],
    // What was found may be paid back before all of it is disposed of, and after.
    ['credit', ['receiving'], 'receiving'],
    ['credit', ['inspecting'], 'inspecting'],
    ['credit', ['disposed'], 'disposed'],
    ['credit', ['closed'], 'closed'],
    ['close', ['disposed'], 'closed'],
    // Units were to go back to the customer, and their shipment is cancelled.
    ['reopen', ['receiving'], 'receiving'],
    ['reopen', ['inspecting', 'disposed', 'closed'], 'inspecting'],
  ],
  // A receipt's counts, their reversals and its completion, the last disposition, a shipment and the schedule take these.
  ['receive', 'complete', 'settle', 'take_back', 'reopen', 'expire'],
);

export type ReturnStatus = StateIn<typeof returnStates>;
export const returnStatuses = statesOf(returnStates);

/** Its goods may still come: what it authorises is taken. */
export const expectedReturnStates: readonly ReturnStatus[] = statesBefore(returnStates, 'add_lines');
/** Something of it was counted, or its counting is done. */
export const receivedReturnStates: readonly ReturnStatus[] = [
  'receiving',
  'inspecting',
  'disposed',
  'closed',
];
/** Nothing of it will come any more, and nothing did. */
export const endedReturnStates: readonly ReturnStatus[] = ['rejected', 'cancelled', 'expired'];

export const returnKinds = ['customer', 'undeliverable', 'recall', 'warranty'] as const;
export type ReturnKind = (typeof returnKinds)[number];

export const wantedOutcomes = ['refund', 'replace', 'repair', 'none'] as const;
export type WantedOutcome = (typeof wantedOutcomes)[number];
