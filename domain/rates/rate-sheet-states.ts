/**
 * A rate sheet is edited as a draft, used for pricing while active, and kept when archived. Revising it creates a new
 * draft.
 */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const rateSheetStates = stateMachine('rate sheet', ['draft'], [
  ['activate', ['draft'], 'active'],
  ['archive', ['active'], 'archived'],
] as const);

export type RateSheetStatus = StateIn<typeof rateSheetStates>;
export const rateSheetStatuses = statesOf(rateSheetStates);
