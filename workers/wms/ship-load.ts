/**
 * Ships a load: all its shipments in one transaction, with its bill of lading number, weight and handling units, once.
 * One shipment that may not leave (on hold, being picked) stops the whole load. Repeated: nothing.
 */
import {
  lockHeldStock,
  lockLoad,
  moveLoad,
  readLoadFigures,
  shipmentsOnLoad,
} from '../../db/wms/loads.write.ts';
import { nextBillOfLading } from '../../db/wms/gs1-numbers.write.ts';
import { shipShipment } from '../../db/wms/shipment-steps.write.ts';
import { lockShipments } from '../../db/wms/shipments.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { loadStates } from '../../domain/wms/load-states.ts';
import { documentCommands, type loadCommands } from '../../queues/wms/loads.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';

export const run: Handler<typeof loadCommands.shipLoad> = async (work, { load_id: id }) => {
  const { tx, organizationId } = work;
  assertHouse(work);
  const shipments = await lockShipments(tx, organizationId, await shipmentsOnLoad(tx, organizationId, id));
  const load = await lockLoad(tx, organizationId, id);
  if (load.status === 'shipped') return { id };
  const to = nextState(loadStates, load.status, 'ship');
  const ids = shipments.map((one) => one.id);
  const onIt = await shipmentsOnLoad(tx, organizationId, id);
  if (onIt.length === 0) throw new Refusal('LOAD_EMPTY', 'No shipment is on the load.', { load_id: id });
  // Changed between the look and the lock: whoever changed it has answered, so asking again is right.
  if (onIt.length !== ids.length || onIt.some((one) => !ids.includes(one))) {
    throw new Refusal('CONFLICT', 'The shipments of the load changed just now; ship it again.', {
      load_id: id,
    });
  }

  await lockHeldStock(tx, organizationId, ids);
  for (const shipment of shipments) {
    if (shipment.status === 'shipped' || shipment.status === 'delivered') continue;
    const shipped = await shipShipment(work, shipment, load.scac ? { carrier_code: load.scac } : {});
    work.enqueue(documentCommands.makePackingList, { shipment_id: shipped.id });
  }
  const figures = await readLoadFigures(tx, organizationId, ids);
  const weight =
    load.weight_kg ?? (figures.unweighed === 0 ? figures.carton_weight_kg : figures.item_weight_kg);
  await moveLoad(work, load, to, {
    bol_number: await nextBillOfLading(tx, organizationId),
    handling_units: load.handling_units ?? (figures.cartons > 0 ? figures.cartons : ids.length),
    weight_kg: weight && decimal(weight).gt(zero) ? weight : null,
  });
  work.enqueue(documentCommands.makeBillOfLading, { load_id: id });
  return { id };
};
