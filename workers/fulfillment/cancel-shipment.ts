/** Cancels shipments before they ship, and releases their stock. */
import { withdrawShipment } from '../../db/fulfillment/shipment-steps.write.ts';
import { cancelTogether, touchedAmong } from '../../db/fulfillment/withdraw-together.write.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import { listWhatLeft } from './list-what-left.ts';
import { stepShipments } from './step-shipments.ts';

export const cancelShipment = stepShipments<InputOf<typeof shipmentCommands.cancelShipment>>({
  notPlain: touchedAmong,
  together: cancelTogether,
  alone: async (work, shipment) => {
    const ended = await withdrawShipment(work, shipment);
    await listWhatLeft(work.tx, [{ work, shipment_id: shipment.id }]);
    return ended;
  },
});
