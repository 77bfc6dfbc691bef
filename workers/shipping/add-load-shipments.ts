/** Adds shipments to a load that is planned or being loaded. */
import { lockLoad, emitLoad } from '../../db/shipping/loads.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { joinLoad } from './load-shipments.ts';

export const addLoadShipments: Handler<typeof loadCommands.addLoadShipments> = async (
  work,
  { load_id: id, shipment_ids: ids },
) => {
  assertOperator(work);
  const shipments = await lockShipments(work.tx, ids);
  const load = await lockLoad(work.tx, id);
  nextState(loadStates, load.status, 'add_shipments');
  await joinLoad(work, load, ids, shipments);
  emitLoad(work, load, load.status, 'changed');
  return { id };
};
