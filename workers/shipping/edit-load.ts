/** Changes what is known of a load that has not left. */
import { lockLoad, emitLoad } from '../../db/shipping/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../handler.ts';
import { assertOperator } from '../acting-person.ts';
import { loadFacts } from './load-shipments.ts';
import { execute } from '../../db/database.ts';
import { assignments, sql } from '../../db/sql-text.ts';

export const editLoad: Handler<typeof loadCommands.editLoad> = async (work, { load_id: id, ...given }) => {
  const { tx, organizationId } = work;
  assertOperator(work);
  const load = await lockLoad(tx, organizationId, id);
  nextState(loadStates, load.status, 'edit');
  const facts = await loadFacts(work, given);
  await execute(
    tx,
    sql`update loads set ${assignments({ ...facts, updated_at: sql`now()` })}
      where organization_id = ${organizationId} and id = ${id}`,
  );
  emitLoad(work, load, load.status, 'changed');
  return { id };
};
