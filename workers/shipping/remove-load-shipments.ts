/** Takes shipments off a load; shipments that are not on it are refused. */
import { lockLoad, takeOffLoad, emitLoad } from '../../db/shipping/loads.write.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/shipping/load-states.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const removeLoadShipments: Handler<typeof loadCommands.removeLoadShipments> = async (
  work,
  { load_id: id, shipment_ids: ids },
) => {
  assertOperator(work);
  const load = await lockLoad(work.tx, id);
  nextState(loadStates, load.status, 'remove_shipments');
  const left = await takeOffLoad(work.tx, id, ids);
  assertAllFound('shipment_ids', ids, left, 'shipment of the load');
  emitLoad(work, load, load.status, 'changed');
  return { id };
};
