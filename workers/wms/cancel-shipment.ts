/** Cancels a shipment before it shipped; its stock is given back. */
import { cancelShipment } from '../../db/wms/shipment-steps.write.ts';
import { lockShipment } from '../../db/wms/shipments.write.ts';
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof shipmentCommands.cancelShipment> = async (work, { shipment_id: id }) => {
  const shipment = await lockShipment(work.tx, work.organizationId, id);
  await cancelShipment(work, shipment);
  return { id };
};
