/** Changes what is known of a load that has not left. */
import { lockLoad, tellLoad } from '../../db/wms/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/wms/load-states.ts';
import type { loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';
import { loadFacts } from './load-shipments.ts';

export const run: Handler<typeof loadCommands.editLoad> = async (work, { load_id: id, ...given }) => {
  const { tx, organizationId } = work;
  assertHouse(work);
  const load = await lockLoad(tx, organizationId, id);
  nextState(loadStates, load.status, 'edit');
  const facts = await loadFacts(work, given);
  await tx('loads')
    .where({ organization_id: organizationId, id })
    .update({ ...facts, updated_at: tx.fn.now() });
  tellLoad(work, load, load.status, 'changed');
  return { id };
};
