/** Plans a load, with shipments when given. */
import { assertReference } from '../../db/records.read.ts';
import { insertLoad } from '../../db/wms/loads.write.ts';
import { lockShipments } from '../../db/wms/shipments.write.ts';
import type { loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';
import { joinLoad, loadFacts } from './load-shipments.ts';

export const run: Handler<typeof loadCommands.createLoad> = async (work, input) => {
  assertHouse(work);
  const { shipment_ids: ids = [], ...given } = input;
  await assertReference(work.tx, work.organizationId, 'warehouses', given.warehouse_id, 'warehouse_id');
  const shipments = ids.length > 0 ? await lockShipments(work.tx, work.organizationId, ids) : [];
  const load = await insertLoad(work, { ship_mode: 'ltl', ...(await loadFacts(work, given)) });
  await joinLoad(work, load, ids, shipments);
  return { id: load.id };
};
