/** Plans a load, with shipments when given. */
import { assertReference } from '../../db/records.read.ts';
import { insertLoad } from '../../db/shipping/loads.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import type { loadCommands } from '../../queues/shipping/loads.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { joinLoad, loadFacts } from './load-shipments.ts';

export const createLoad: Handler<typeof loadCommands.createLoad> = async (work, input) => {
  assertOperator(work);
  const { shipment_ids: ids = [], ...given } = input;
  await assertReference(work.tx, 'warehouses', given.warehouse_id, 'warehouse_id');
  const shipments = ids.length > 0 ? await lockShipments(work.tx, ids) : [];
  const load = await insertLoad(work, { ship_mode: 'ltl', ...(await loadFacts(work, given)) });
  await joinLoad(work, load, ids, shipments);
  return { id: load.id };
};
