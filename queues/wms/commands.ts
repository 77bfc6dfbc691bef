/** Every command of the wms area. */
import { countCommands } from './counts.ts';
import { importCommands } from './imports.ts';
import { inventoryCommands } from './inventory.ts';
import { wmsMasterDataCommands } from './master-data.ts';
import { receiptCommands } from './receipts.ts';
import { receivingTaskCommands } from './receiving-tasks.ts';
import { documentCommands, loadCommands } from './loads.ts';
import { packingCommands } from './packing.ts';
import { pickingCommands } from './picking.ts';
import { shipmentCommands } from './shipments.ts';
import { waveCommands } from './waves.ts';

export const wmsCommands = {
  ...wmsMasterDataCommands,
  ...inventoryCommands,
  ...countCommands,
  ...importCommands,
  ...receiptCommands,
  ...receivingTaskCommands,
  ...shipmentCommands,
  ...waveCommands,
  ...pickingCommands,
  ...packingCommands,
  ...loadCommands,
  ...documentCommands,
};
