/** Marks a picked shipment packed. */
import { packShipment } from '../../db/wms/shipment-steps.write.ts';
import { lockShipment } from '../../db/wms/shipments.write.ts';
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof shipmentCommands.packShipment> = async (work, { shipment_id: id }) => {
  const shipment = await lockShipment(work.tx, work.organizationId, id);
  await packShipment(work, shipment);
  return { id };
};
