/** Every command of the wms area. */
import { inventoryCommands } from './inventory.ts';
import { wmsMasterDataCommands } from './master-data.ts';

export const wmsCommands = {
  ...wmsMasterDataCommands,
  ...inventoryCommands,
};
