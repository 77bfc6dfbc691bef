/** Marks a load loaded. Repeated: nothing. */
import { lockLoad, moveLoad } from '../../db/wms/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/wms/load-states.ts';
import type { loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';

export const run: Handler<typeof loadCommands.finishLoading> = async (work, { load_id: id }) => {
  assertHouse(work);
  const load = await lockLoad(work.tx, work.organizationId, id);
  if (load.status === 'loaded') return { id };
  await moveLoad(work, load, nextState(loadStates, load.status, 'finish_loading'));
  return { id };
};
