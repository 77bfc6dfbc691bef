/** Ships a shipment: the stock leaves the ledger once, the order hears of it in the same transaction. */
import { shipShipment } from '../../db/wms/shipment-steps.write.ts';
import { lockShipment } from '../../db/wms/shipments.write.ts';
import { documentCommands } from '../../queues/wms/loads.ts';
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof shipmentCommands.shipShipment> = async (
  work,
  { shipment_id: id, ...facts },
) => {
  const shipment = await lockShipment(work.tx, work.organizationId, id);
  const shipped = await shipShipment(work, shipment, facts);
  if (shipped !== shipment) work.enqueue(documentCommands.makePackingList, { shipment_id: id });
  return { id };
};
