/** A rate sheet is edited as a draft, priced by while active, kept when archived. Revising makes a new draft. */
import { stateMachine } from '../state-machine.ts';

export const rateSheetStates = stateMachine('rate sheet', ['draft'], [
  ['activate', ['draft'], 'active'],
  ['archive', ['active'], 'archived'],
] as const);
