/** Confirms the remaining picks of shipments. */
import { advanceToPicked } from '../../db/fulfillment/shipment-steps.write.ts';
import { advanceTogether } from '../../db/fulfillment/steps-together.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { stepShipments } from './step-shipments.ts';

export const pickShipment = stepShipments<InputOf<typeof shipmentCommands.pickShipment>>({
  together: (tx, asked) => advanceTogether(tx, asked, 'picked'),
  alone: advanceToPicked,
});
