/** Confirms the delivery of a shipped shipment; the last one delivers its order. */
import { deliverShipment } from '../../db/wms/shipment-steps.write.ts';
import { lockShipment } from '../../db/wms/shipments.write.ts';
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof shipmentCommands.deliverShipment> = async (
  work,
  { shipment_id: id, ...facts },
) => {
  const shipment = await lockShipment(work.tx, work.organizationId, id);
  await deliverShipment(work, shipment, facts);
  return { id };
};
