/**
 * Cancels a load that has not left; its pallets are unloaded, its shipments free for another load, and its transport
 * order is cancelled with it. Does nothing when repeated.
 */
import { cancelTransportOf } from '../../db/fulfillment/cancelled-load.write.ts';
import { lockLoad, moveLoad, takeOffLoad } from '../../db/shipping/loads.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { stepLoadPlates } from './load-lpns.ts';

export const cancelLoad: Handler<typeof loadCommands.cancelLoad> = async (work, { load_id: id }) => {
  assertOperator(work);
  const load = await lockLoad(work.tx, id);
  if (load.status === 'cancelled') return { id };
  const to = nextState(loadStates, load.status, 'cancel');
  await stepLoadPlates(work, load, 'unload');
  await takeOffLoad(work.tx, id);
  await moveLoad(work, load, to);
  await cancelTransportOf(work, load);
  return { id };
};
