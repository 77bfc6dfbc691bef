/** Changes the details of a load that has not left. */
import { changeLoad, emitLoad, lockLoad } from '../../db/shipping/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { loadFacts } from './load-shipments.ts';

export const editLoad: Handler<typeof loadCommands.editLoad> = async (work, { load_id: id, ...given }) => {
  const { tx } = work;
  assertOperator(work);
  const load = await lockLoad(tx, id);
  nextState(loadStates, load.status, 'edit');
  const facts = await loadFacts(work, given);
  await changeLoad(tx, id, facts);
  emitLoad(work, load, load.status, 'changed');
  return { id };
};
