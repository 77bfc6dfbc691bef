/** Ships shipments: the stock leaves the ledger once, and the order is updated in the same transaction. */
import { advanceToShipped } from '../../db/fulfillment/shipment-steps.write.ts';
import { advanceTogether } from '../../db/fulfillment/steps-together.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { listWhatLeft } from './list-what-left.ts';
import { stepShipments } from './step-shipments.ts';

export const shipShipment = stepShipments<InputOf<typeof shipmentCommands.shipShipment>>({
  together: (tx, asked) =>
    advanceTogether(tx, asked, 'shipped', (moved) =>
      listWhatLeft(
        tx,
        asked.flatMap(({ work, taken: { shipment } }) =>
          moved.has(shipment.id) ? [{ work, shipment_id: shipment.id }] : [],
        ),
      ),
    ),
  alone: async (work, shipment, { tracking_no, carrier_code, serials }) => {
    const shipped = await advanceToShipped(work, shipment, { tracking_no, carrier_code, serials });
    await listWhatLeft(work.tx, [{ work, shipment_id: shipment.id }]);
    return shipped;
  },
  // Named serials are checked against what is held, even where none of it has serials.
  isSpecial: ({ serials }) => serials !== undefined,
});
