/** Every command of the wms area. */
import { wmsMasterDataCommands } from './master-data.ts';

export const wmsCommands = {
  ...wmsMasterDataCommands,
};
