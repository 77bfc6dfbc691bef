/** What statements say about states: conditions on sets the domain names, and what an update writes when one is reached. */
import { momentOf, type StateMachine } from '../domain/state-machine.ts';
import { joined, name, sql, SqlText } from './sql-text.ts';

/** The state, and the moment where its machine keeps one. */
export function stateReached<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  status: S,
): Record<string, S | SqlText> {
  const moment = momentOf(machine, status);
  return moment ? { status, [moment]: sql`now()` } : { status };
}

/**
 * `<column> in ('open', 'picked')` from states the domain names. They stand in the text, since the planner uses a partial
 * index only for states it sees.
 */
export function isOneOf(column: string, states: readonly string[]): SqlText {
  return sql`${name(column)} in (${joined(states.map(literal), ', ')})`;
}

/**
 * The rest of the states, said so that no partial index of them is used: read by their document, a few rows are found by
 * that. A session keeps its plan, and may have made it while such an index was nearly empty, to read all of it.
 */
export function isNoneOf(column: string, states: readonly string[]): SqlText {
  return sql`${name(column)} not in (${joined(states.map(literal), ', ')})`;
}

function literal(state: string): SqlText {
  return new SqlText(`'${name(state).text}'`);
}
