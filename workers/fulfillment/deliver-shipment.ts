/** Confirms the delivery of a shipped shipment; the last one delivers its order. */
import { advanceToDelivered } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';

export const deliverShipment: Handler<typeof shipmentCommands.deliverShipment> = async (
  work,
  { shipment_id: id, ...facts },
) => {
  const shipment = await lockShipment(work.tx, id);
  await advanceToDelivered(work, shipment, facts);
  return { id };
};
