/**
 * State machines are literal tables; action and state types are inferred from them. A test walks every table for
 * unknown, unreachable and dead states, and tries every action in every state.
 */
import { Refusal } from './refusals.ts';

/** One rule: this action, from any of these states, leads to this state. */
export type Transition = readonly [action: string, from: readonly string[], to: string];

export interface StateMachine<A extends string, S extends string> {
  readonly subject: string;
  readonly initial: readonly S[];
  readonly transitions: readonly (readonly [A, readonly S[], S])[];
  /** Actions the service takes by itself: never offered to a refused caller. */
  readonly internal: readonly A[];
}

type ActionOf<T extends readonly Transition[]> = T[number][0];
type StateOf<T extends readonly Transition[]> = T[number][1][number] | T[number][2];

/** Declares a machine; states and actions become literal types. */
export function stateMachine<const T extends readonly Transition[]>(
  subject: string,
  initial: readonly StateOf<T>[],
  transitions: T,
  internal: readonly ActionOf<T>[] = [],
): StateMachine<ActionOf<T>, StateOf<T>> {
  return { subject, initial, transitions, internal } as unknown as StateMachine<ActionOf<T>, StateOf<T>>;
}

/** The actions this state permits, in the table's order: what a refused caller is told to try. */
export function allowedActions<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  from: S,
): A[] {
  const permitted = machine.transitions.filter(
    ([action, froms]) => froms.includes(from) && !machine.internal.includes(action),
  );
  return [...new Set(permitted.map(([action]) => action))];
}

/** Whether the state permits the action, one that the service takes by itself included. */
export function allowedFrom<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  from: S,
  action: A,
): boolean {
  return machine.transitions.some(([name, froms]) => name === action && froms.includes(from));
}

/** The state after `action`. Refuses 400 ILLEGAL_TRANSITION with from, action and the allowed actions. */
export function nextState<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  from: S,
  action: A,
): S {
  const rule = machine.transitions.find(([name, froms]) => name === action && froms.includes(from));
  if (rule) return rule[2];
  const allowed = allowedActions(machine, from);
  throw new Refusal(
    'ILLEGAL_TRANSITION',
    `A ${machine.subject} that is ${from} cannot take the action ${action}; it allows ${allowed.join(', ') || 'none'}.`,
    { from, action, allowed },
  );
}

/** Every state a machine names, for tests and for the description. */
export function statesOf<A extends string, S extends string>(machine: StateMachine<A, S>): S[] {
  return [...new Set([...machine.initial, ...machine.transitions.flatMap(([, from, to]) => [...from, to])])];
}
