/** Every command of the wms area. */
import { inventoryCommands } from './inventory.ts';
import { wmsMasterDataCommands } from './master-data.ts';
import { receiptCommands } from './receipts.ts';
import { receivingTaskCommands } from './receiving-tasks.ts';

export const wmsCommands = {
  ...wmsMasterDataCommands,
  ...inventoryCommands,
  ...receiptCommands,
  ...receivingTaskCommands,
};
