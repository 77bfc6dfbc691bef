/** Compares what the platform did with the domain's state tables. */
import { allowedActions, type StateMachine } from '../../domain/state-machine.ts';

export type States = StateMachine<string, string>;

/**
 * What is wrong with this answer to an action, or undefined: only the table moves a subject, and a refusal changes
 * nothing. `continuesWith` names what a subject may continue to by itself.
 */
export function judgeAction(
  states: States,
  before: string,
  action: string,
  status: number,
  after: string,
  continuesWith?: string,
): string | undefined {
  if (status >= 500 || status === 202) return `answered ${status}`;
  const meant = stateAfter(states, before, action);
  if (status === 200 && meant === undefined) {
    // Repeating a finishing step answers as the first time; nothing moves.
    return after === before
      ? undefined
      : `moved from ${before} although ${action} is not among ${allowedActions(states, before).join()}`;
  }
  const further = continuesWith === undefined ? meant : stateAfter(states, meant ?? before, continuesWith);
  if (status === 200 && after !== meant && after !== further)
    return `came to ${after} where the table says ${meant}`;
  if (status !== 200 && after !== before) return `was refused and still moved from ${before} to ${after}`;
  return undefined;
}

function stateAfter(states: States, before: string, action: string): string | undefined {
  return states.transitions.find(([name, from]) => name === action && from.includes(before))?.[2];
}

/**
 * Whether the table leads from one state to another in any number of steps: what a related subject's action may do to
 * it.
 */
export function leadsTo(states: States, before: string, after: string): boolean {
  const reached = new Set([before]);
  for (const state of reached) {
    for (const [, from, to] of states.transitions) if (from.includes(state)) reached.add(to);
  }
  return reached.has(after);
}
