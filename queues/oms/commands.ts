/** Every command of the oms area. */
import { omsMasterDataCommands } from './master-data.ts';

export const omsCommands = {
  ...omsMasterDataCommands,
};
