/** Marks a load as loaded, and the pallets its shipments were picked on. Does nothing when repeated. */
import { lockLoad, moveLoad } from '../../db/shipping/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { assertLoadTogether } from './load-shipments.ts';
import { stepLoadPlates } from './load-lpns.ts';

export const finishLoading: Handler<typeof loadCommands.finishLoading> = async (work, { load_id: id }) => {
  assertOperator(work);
  const load = await lockLoad(work.tx, id);
  if (load.status === 'loaded') return { id };
  const to = nextState(loadStates, load.status, 'finish_loading');
  await assertLoadTogether(work.tx, load);
  await stepLoadPlates(work, load, 'load');
  await moveLoad(work, load, to);
  return { id };
};
