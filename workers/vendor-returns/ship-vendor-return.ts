/** Ships a return to a vendor: its shipment takes the step, and takes the return along. Does nothing when repeated. */
import { advanceToShipped, assertLeftSo } from '../../db/fulfillment/shipment-steps.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { vendorReturnStates } from '../../domain/vendor-returns/vendor-return-states.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler } from '../engine/handler.ts';
import { listWhatLeft } from '../fulfillment/list-what-left.ts';
import { lockVendorReturnWithShipment } from '../fulfillment/shipment-of-document.ts';

export const shipVendorReturn: Handler<typeof vendorReturnCommands.shipVendorReturn> = async (
  work,
  { vendor_return_id: id, ...facts },
) => {
  const { document, shipment } = await lockVendorReturnWithShipment(work.tx, id);
  if (document.status === 'shipped') {
    await assertLeftSo(work.tx, shipment!, facts);
    return { id: document.id };
  }
  nextState(vendorReturnStates, document.status, 'ship');
  await advanceToShipped(work, shipment!, facts);
  await listWhatLeft(work.tx, [{ work, shipment_id: shipment!.id }]);
  return { id: document.id };
};
