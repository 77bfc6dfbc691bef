/** Takes a loaded load off its trailer again: it is loading, and its pallets are picked. Repeated: nothing. */
import { lockLoad, moveLoad } from '../../db/wms/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/wms/load-states.ts';
import type { loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';
import { stepLoadPlates } from './load-plates.ts';

export const run: Handler<typeof loadCommands.unload> = async (work, { load_id: id }) => {
  assertHouse(work);
  const load = await lockLoad(work.tx, work.organizationId, id);
  if (load.status === 'loading') return { id };
  const to = nextState(loadStates, load.status, 'unload');
  await stepLoadPlates(work, load, 'unload');
  await moveLoad(work, load, to);
  return { id };
};
