/** A rate sheet is edited as a draft, priced by while active, kept when archived. Revising makes a new draft. */
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const rateSheetStates = stateMachine('rate sheet', ['draft'], [
  ['activate', ['draft'], 'active'],
  ['archive', ['active'], 'archived'],
] as const);

export type RateSheetStatus = StateIn<typeof rateSheetStates>;
export const rateSheetStatuses = statesOf(rateSheetStates);
