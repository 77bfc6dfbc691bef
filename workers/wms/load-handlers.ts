/** The handlers of packing, loads and shipping documents. */
import type { documentCommands, loadCommands } from '../../queues/wms/loads.ts';
import type { packingCommands } from '../../queues/wms/packing.ts';
import type { HandlersOf } from '../handler.ts';
import { run as addLoadShipments } from './add-load-shipments.ts';
import { run as cancelLoad } from './cancel-load.ts';
import { run as createLoad } from './create-load.ts';
import { run as editLoad } from './edit-load.ts';
import { run as finishLoading } from './finish-loading.ts';
import { run as makeBillOfLading } from './make-bill-of-lading.ts';
import { run as makePackingList } from './make-packing-list.ts';
import { run as packCarton } from './pack-carton.ts';
import { run as removeLoadShipments } from './remove-load-shipments.ts';
import { run as shipLoad } from './ship-load.ts';
import { run as startLoading } from './start-loading.ts';
import { run as unload } from './unload.ts';
import { run as unpackCarton } from './unpack-carton.ts';

export const loadHandlers: HandlersOf<
  typeof loadCommands & typeof documentCommands & typeof packingCommands
> = {
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
  makeBillOfLading,
  packCarton,
  unpackCarton,
};
