/** A billing run: queued, running step by step, finished one way or another. A failed run is resumed, never redone. */
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
