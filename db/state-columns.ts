/** What an update writes when a record reaches a state: the state, and the moment where its machine keeps one. */
import { momentOf, type StateMachine } from '../domain/state-machine.ts';
import { sql, type SqlText } from './sql-text.ts';

export function stateReached<A extends string, S extends string>(
  machine: StateMachine<A, S>,
  status: S,
): Record<string, S | SqlText> {
  const moment = momentOf(machine, status);
  return moment ? { status, [moment]: sql`now()` } : { status };
}
