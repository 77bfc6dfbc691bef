/** Ships a shipment: the stock leaves the ledger once, and the order is updated in the same transaction. */
import { advanceToShipped } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { paperCommands } from '../../queues/shipping/loads.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';

export const shipShipment: Handler<typeof shipmentCommands.shipShipment> = async (
  work,
  { shipment_id: id, ...facts },
) => {
  const shipment = await lockShipment(work.tx, id);
  const shipped = await advanceToShipped(work, shipment, facts);
  if (shipped !== shipment) work.enqueue(paperCommands.makePackingList, { shipment_id: id });
  return { id };
};
