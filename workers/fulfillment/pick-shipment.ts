/** Confirms the remaining picks of shipments. */
import { advanceToPicked } from '../../db/fulfillment/shipment-steps.write.ts';
import { advanceTogether, enterAhead } from '../../db/fulfillment/steps-together.write.ts';
import type { Entered } from '../../db/shipping/shipments.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { stepShipments } from './step-shipments.ts';

export const pickShipment = stepShipments<InputOf<typeof shipmentCommands.pickShipment>, Entered>({
  reads: enterAhead('picked'),
  together: (tx, asked, ahead) => advanceTogether(tx, asked, 'picked', { ahead }),
  alone: advanceToPicked,
});
