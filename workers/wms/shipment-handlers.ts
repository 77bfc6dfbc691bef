/** The handlers of shipments. */
import type { shipmentCommands } from '../../queues/wms/shipments.ts';
import type { HandlersOf } from '../handler.ts';
import { run as cancelShipment } from './cancel-shipment.ts';
import { run as completePutBack } from './complete-put-back.ts';
import { run as createShipment } from './create-shipment.ts';
import { run as deliverShipment } from './deliver-shipment.ts';
import { run as packShipment } from './pack-shipment.ts';
import { run as pickShipment } from './pick-shipment.ts';
import { run as shipShipment } from './ship-shipment.ts';

export const shipmentHandlers: HandlersOf<typeof shipmentCommands> = {
  createShipment,
  pickShipment,
  packShipment,
  shipShipment,
  deliverShipment,
  cancelShipment,
  completePutBack,
};
