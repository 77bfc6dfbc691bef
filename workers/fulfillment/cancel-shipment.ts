/** Cancels a shipment before it ships and releases its stock. */
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { paperCommands } from '../../queues/shipping/loads.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../handler.ts';

export const cancelShipment: Handler<typeof shipmentCommands.cancelShipment> = async (
  work,
  { shipment_id: id },
) => {
  const shipment = await lockShipment(work.tx, work.organizationId, id);
  const { status } = await withdrawShipment(work, shipment);
  // Part of it had left: with that it is shipped, and has its packing list.
  if (status === 'shipped') work.enqueue(paperCommands.makePackingList, { shipment_id: id });
  return { id };
};
