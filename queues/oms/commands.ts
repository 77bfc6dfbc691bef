/** Every command of the oms area. */
import { omsInventoryCommands } from './inventory.ts';
import { omsMasterDataCommands } from './master-data.ts';
import { orderCommands } from './orders.ts';

export const omsCommands = {
  ...omsMasterDataCommands,
  ...orderCommands,
  ...omsInventoryCommands,
};
