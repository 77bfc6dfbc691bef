/** Takes shipments off a load; those that are not on it are refused. */
import { lockLoad, takeOffLoad, tellLoad } from '../../db/wms/loads.write.ts';
import { unknownReference } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/wms/load-states.ts';
import type { loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';

export const run: Handler<typeof loadCommands.removeLoadShipments> = async (
  work,
  { load_id: id, shipment_ids: ids },
) => {
  assertHouse(work);
  const load = await lockLoad(work.tx, work.organizationId, id);
  nextState(loadStates, load.status, 'remove_shipments');
  const wanted = [...new Set(ids)];
  const left = await takeOffLoad(work.tx, work.organizationId, id, wanted);
  if (left < wanted.length) throw unknownReference('shipment_ids', 'shipment of the load');
  tellLoad(work, load, load.status, 'changed');
  return { id };
};
