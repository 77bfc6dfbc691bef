/**
 * A billing run is queued, then runs step by step until it finishes or fails. A failed run is resumed, never started
 * over.
 */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const billingRunStates = stateMachine(
  'billing run',
  ['queued'],
  [
    ['start', ['queued', 'running'], 'running'],
    ['complete', ['running'], 'completed'],
    ['complete_with_exceptions', ['running'], 'completed_with_exceptions'],
    ['fail', ['queued', 'running'], 'failed'],
    ['cancel', ['queued', 'running', 'failed'], 'cancelled'],
    ['resume', ['failed', 'running', 'queued'], 'running'],
  ] as const,
  ['start', 'complete', 'complete_with_exceptions', 'fail', 'resume'],
);

export type BillingRunStatus = StateIn<typeof billingRunStates>;
export const billingRunStatuses = statesOf(billingRunStates);
/** It went to its end. */
export const completedStates = ['completed', 'completed_with_exceptions'] as const;
