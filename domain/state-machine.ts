/**
 * State machines are literal tables; action and state types are inferred from them. `state-machines.ts` lists them all,
 * and one test tries every action in every state of each.
 */
import { withCapitalArticle } from './article.ts';
import { Refusal } from './refusal.ts';

/** One rule: this action leads from any of these states to this state. */
export type Transition = readonly [action: string, from: readonly string[], to: string];

/** `T` is the union of states some action leads to, `I` of the states a new record may start in. */
export interface StateMachine<A extends string, S extends string, T extends S = S, I extends S = S> {
  readonly subject: string;
  readonly initial: readonly I[];
  readonly transitions: readonly (readonly [A, readonly S[], T])[];
  /** Actions the service takes on its own: never suggested to a refused caller. */
  readonly internal: readonly A[];
  /** Columns of moments that are not called `<state>_at`; null: the moment is not written with the state. */
  readonly moments: Readonly<Partial<Record<S, string | null>>>;
}

type ActionOf<T extends readonly Transition[]> = T[number][0];
type TargetOf<T extends readonly Transition[]> = T[number][2];
type StateOf<T extends readonly Transition[]> = T[number][1][number] | T[number][2];

/** The states of a machine, as a type: `StateIn<typeof waveStates>`. */
export type StateIn<M> = M extends StateMachine<infer _, infer S> ? S : never;
/** The states some action of a machine leads to, as a type. */
export type TargetIn<M> = M extends StateMachine<infer _, infer _, infer T> ? T : never;
/** The states a new record may start in, as a type. */
export type InitialIn<M> = M extends StateMachine<infer _, infer _, infer _, infer I> ? I : never;
/** The actions of a machine, as a type. */
export type ActionIn<M> = M extends StateMachine<infer A, infer _> ? A : never;

/** Declares a machine; states and actions become literal types. */
export function stateMachine<const T extends readonly Transition[], const I extends StateOf<T>>(
  subject: string,
  initial: readonly I[],
  transitions: T,
  internal: readonly ActionOf<T>[] = [],
  moments?: Readonly<Partial<Record<StateOf<T>, string | null>>>,
): StateMachine<ActionOf<T>, StateOf<T>, TargetOf<T>, I> {
  assertSound(subject, initial, transitions);
  // The compiler does not see that a literal table is made of its own actions and states.
  return { subject, initial, transitions, internal, moments: moments ?? {} } as StateMachine<
    ActionOf<T>,
    StateOf<T>,
    TargetOf<T>,
    I
  >;
}

// A wrong table fails at startup, not on the floor: a state that no action reaches, or an action with two targets from
// one state, is a typo.
function assertSound(subject: string, initial: readonly string[], transitions: readonly Transition[]): void {
  const reached = new Set(initial);
  for (const state of reached) {
    for (const [, from, to] of transitions) if (from.includes(state)) reached.add(to);
  }
  const rules = new Set<string>();
  for (const [action, from, to] of transitions) {
    for (const state of [...from, to]) {
      if (!reached.has(state)) throw new Error(`A ${subject} is never ${state}: no action leads there.`);
    }
    for (const state of from) {
      if (rules.has(`${action} ${state}`))
        throw new Error(`A ${subject} that is ${state} has two ways to ${action}.`);
      rules.add(`${action} ${state}`);
    }
  }
}

/** The actions this state permits, in the table's order. A refused caller is told these. */
export function allowedActions<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  from: S,
): A[] {
  const permitted = machine.transitions.filter(
    ([action, froms]) => froms.includes(from) && !machine.internal.includes(action),
  );
  return [...new Set(permitted.map(([action]) => action))];
}

/** Whether the state permits the action, including actions the service takes on its own. */
export function allowedFrom<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  from: S,
  action: A,
): boolean {
  return machine.transitions.some(([name, froms]) => name === action && froms.includes(from));
}

/** The state after `action`. Refuses 400 ILLEGAL_TRANSITION with from, action and the allowed actions. */
export function nextState<A extends string, S extends string, T extends S>(
  machine: StateMachine<A, S, T>,
  from: S,
  action: A,
): T {
  const rule = machine.transitions.find(([name, froms]) => name === action && froms.includes(from));
  if (rule) return rule[2];
  const allowed = allowedActions(machine, from);
  throw new Refusal(
    'ILLEGAL_TRANSITION',
    `${withCapitalArticle(machine.subject)} that is ${from} cannot take the action ${action}; it allows ${allowed.join(', ') || 'none'}.`,
    { from, action, allowed },
  );
}

/** What is said of a step: moments and quantities in any form that is theirs. */
type Fact = string | number | Date | null | undefined;

/**
 * The step was taken, and is asked for again by somebody who heard no answer: the same changes nothing. Refuses 400
 * ILLEGAL_TRANSITION with what is on record when something else is said of it now, which nobody would write.
 */
export function assertSaidBefore<A extends string, S extends string, K extends string>(
  machine: StateMachine<A, S>,
  [from, action]: readonly [S, A],
  said: Readonly<Record<K, Fact>>,
  onRecord: Readonly<Record<NoInfer<K>, Fact>>,
): void {
  const differing = (Object.keys(said) as K[]).filter((one) => !isSame(said[one], onRecord[one] ?? null));
  if (differing.length === 0) return;
  const known = differing.map((one) => [one, onRecord[one] ?? null] as const);
  throw refuseOther(machine, [from, action], Object.fromEntries(known));
}

/** 400 ILLEGAL_TRANSITION of a step that was taken with other facts than are said now, with those on record. */
export function refuseOther<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  [from, action]: readonly [S, A],
  on_record: Readonly<Record<string, Fact | readonly object[]>>,
): Refusal {
  const words = Object.entries(on_record).map(([name, known]) => `${name} ${shown(known)}`);
  const allowed = allowedActions(machine, from);
  return new Refusal(
    'ILLEGAL_TRANSITION',
    `${withCapitalArticle(machine.subject)} that is ${from} already took the action ${action}; on record: ${words.join(', ')}.`,
    { from, action, allowed, on_record },
  );
}

function shown(known: Fact | readonly object[]): string {
  if (known instanceof Date) return known.toISOString();
  return typeof known === 'object' ? (known ? 'as in details' : 'none') : String(known);
}

// Null says nothing, as leaving it out does; ids come in either case.
function isSame(said: Fact, known: Fact): boolean {
  if (said === undefined || said === null) return true;
  if (known instanceof Date) return new Date(said).getTime() === known.getTime();
  if (typeof said === 'number') return known !== null && Number(known) === said;
  return typeof known === 'string' && String(said).toLowerCase() === known.toLowerCase();
}

/** The column that records when a record reached a state: `<state>_at`, unless the machine says otherwise. */
export function momentOf<A extends string, S extends string>(
  { initial, moments }: StateMachine<A, S>,
  state: S,
): string | undefined {
  if (state in moments) return moments[state] ?? undefined;
  return initial.includes(state) ? undefined : `${state}_at`;
}

/** The states an action can be taken from: for statements and lists that look for records that may still take it. */
export function statesBefore<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  action: A,
): S[] {
  return machine.transitions.flatMap(([name, froms]) => (name === action ? [...froms] : []));
}

/** Every state a machine names, in the table's order: used by filters, the API description and tests. */
export function statesOf<A extends string, S extends string>(machine: StateMachine<A, S>): S[] {
  return [...new Set([...machine.initial, ...machine.transitions.flatMap(([, from, to]) => [...from, to])])];
}
