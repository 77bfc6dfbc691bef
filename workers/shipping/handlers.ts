/**
 * The handlers of shipments, loads and their documents. Shipment steps are in fulfillment, because each is mirrored to
 * its order.
 */
import type { loadCommands, paperCommands } from '../../queues/shipping/loads.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { cancelShipment } from '../fulfillment/cancel-shipment.ts';
import { createShipment } from '../fulfillment/create-shipment.ts';
import { deliverShipment } from '../fulfillment/deliver-shipment.ts';
import { packShipment } from '../fulfillment/pack-shipment.ts';
import { pickShipment } from '../fulfillment/pick-shipment.ts';
import { shipLoad } from '../fulfillment/ship-load.ts';
import { shipShipment } from '../fulfillment/ship-shipment.ts';
import { addLoadShipments } from './add-load-shipments.ts';
import { cancelLoad } from './cancel-load.ts';
import { completePutBack } from './complete-put-back.ts';
import { createLoad } from './create-load.ts';
import { editLoad } from './edit-load.ts';
import { finishLoading } from './finish-loading.ts';
import { makeBillOfLading } from './make-bill-of-lading.ts';
import { labelPackingLists } from './label-packing-lists.ts';
import { makePackingList } from './make-packing-list.ts';
import { removeLoadShipments } from './remove-load-shipments.ts';
import { startLoading } from './start-loading.ts';
import { unload } from './unload.ts';

export const shippingHandlers: HandlersOf<
  typeof shipmentCommands & typeof loadCommands & typeof paperCommands
> = {
  createShipment,
  pickShipment,
  packShipment,
  shipShipment,
  deliverShipment,
  cancelShipment,
  completePutBack,
  createLoad,
  editLoad,
  addLoadShipments,
  removeLoadShipments,
  startLoading,
  finishLoading,
  unload,
  shipLoad,
  cancelLoad,
  makePackingList,
  labelPackingLists,
  makeBillOfLading,
};
