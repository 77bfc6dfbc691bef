/** Starts loading a planned load. Does nothing when repeated. */
import { lockLoad, moveLoad } from '../../db/shipping/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const startLoading: Handler<typeof loadCommands.startLoading> = async (work, { load_id: id }) => {
  assertOperator(work);
  const load = await lockLoad(work.tx, id);
  if (load.status === 'loading') return { id };
  await moveLoad(work, load, nextState(loadStates, load.status, 'start_loading'));
  return { id };
};
