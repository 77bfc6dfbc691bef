/** Cancels a shipment before it ships and releases its stock. */
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from './list-what-left.ts';

export const cancelShipment: Handler<typeof shipmentCommands.cancelShipment> = async (
  work,
  { shipment_id: id },
) => {
  const shipment = await lockShipment(work.tx, id);
  await withdrawShipment(work, shipment);
  await listWhatLeft(work.tx, [{ work, shipment_id: shipment.id }]);
  return { id };
};
