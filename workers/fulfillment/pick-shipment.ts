/** Confirms the remaining picks of a shipment. */
import { advanceToPicked } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';

export const pickShipment: Handler<typeof shipmentCommands.pickShipment> = async (
  work,
  { shipment_id: id },
) => {
  const shipment = await lockShipment(work.tx, id);
  await advanceToPicked(work, shipment);
  return { id };
};
