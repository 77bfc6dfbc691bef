/** Confirms what is left to pick of a shipment. */
import { pickShipment } from '../../db/wms/shipment-steps.write.ts';
import { lockShipment } from '../../db/wms/shipments.write.ts';
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof shipmentCommands.pickShipment> = async (work, { shipment_id: id }) => {
  const shipment = await lockShipment(work.tx, work.organizationId, id);
  await pickShipment(work, shipment);
  return { id };
};
