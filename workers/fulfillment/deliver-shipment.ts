/** Confirms the delivery of shipped shipments; the last one of an order delivers it. */
import { advanceToDelivered } from '../../db/fulfillment/shipment-steps.write.ts';
import { deliverTogether } from '../../db/fulfillment/steps-together.write.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { stepShipments } from './step-shipments.ts';

export const deliverShipment = stepShipments<InputOf<typeof shipmentCommands.deliverShipment>>({
  together: deliverTogether,
  alone: advanceToDelivered,
});
