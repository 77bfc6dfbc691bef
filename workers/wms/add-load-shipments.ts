/** Adds shipments to a load that is planned or being loaded. */
import { lockLoad, tellLoad } from '../../db/wms/loads.write.ts';
import { lockShipments } from '../../db/wms/shipments.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/wms/load-states.ts';
import type { loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';
import { joinLoad } from './load-shipments.ts';

export const run: Handler<typeof loadCommands.addLoadShipments> = async (
  work,
  { load_id: id, shipment_ids: ids },
) => {
  assertHouse(work);
  const shipments = await lockShipments(work.tx, work.organizationId, ids);
  const load = await lockLoad(work.tx, work.organizationId, id);
  nextState(loadStates, load.status, 'add_shipments');
  await joinLoad(work, load, ids, shipments);
  tellLoad(work, load, load.status, 'changed');
  return { id };
};
