/** Unloads a loaded load: it is loading again, and its pallets are picked. Does nothing when repeated. */
import { lockLoad, moveLoad } from '../../db/shipping/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { stepLoadPlates } from './load-lpns.ts';

export const unload: Handler<typeof loadCommands.unload> = async (work, { load_id: id }) => {
  assertOperator(work);
  const load = await lockLoad(work.tx, id);
  if (load.status === 'loading') return { id };
  const to = nextState(loadStates, load.status, 'unload');
  await stepLoadPlates(work, load, 'unload');
  await moveLoad(work, load, to);
  return { id };
};
