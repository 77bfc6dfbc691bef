/** Cancels a return to a vendor before it is shipped: its shipment gives its stock back, as what it was. */
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { cancelVendorReturn as cancelIt } from '../../db/vendor-returns/follow-shipment.write.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler } from '../engine/handler.ts';
import { lockVendorReturnWithShipment } from '../fulfillment/shipment-of-document.ts';

export const cancelVendorReturn: Handler<typeof vendorReturnCommands.cancelVendorReturn> = async (
  work,
  { vendor_return_id: id, reason = null },
) => {
  const { document, shipment } = await lockVendorReturnWithShipment(work.tx, id);
  await cancelIt(work, document.id, reason);
  if (shipment) await withdrawShipment(work, shipment);
  return { id: document.id };
};
