/** The handler of every wms command: a missing, extra or wrong one does not compile. */
import type { wmsCommands } from '../../queues/wms/commands.ts';
import type { HandlersOf } from '../handler.ts';
import { countHandlers } from './count-handlers.ts';
import { importHandlers } from './import-handlers.ts';
import { inventoryHandlers } from './inventory-handlers.ts';
import { wmsMasterDataHandlers } from './master-data-handlers.ts';
import { receivingHandlers } from './receiving-handlers.ts';
import { loadHandlers } from './load-handlers.ts';
import { shipmentHandlers } from './shipment-handlers.ts';
import { waveHandlers } from './wave-handlers.ts';

export const wmsHandlers: HandlersOf<typeof wmsCommands> = {
  ...wmsMasterDataHandlers,
  ...inventoryHandlers,
  ...countHandlers,
  ...importHandlers,
  ...receivingHandlers,
  ...shipmentHandlers,
  ...waveHandlers,
  ...loadHandlers,
};
