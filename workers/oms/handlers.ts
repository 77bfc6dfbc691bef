/** The handler of every oms command: a missing, extra or wrong one does not compile. */
import type { omsCommands } from '../../queues/oms/commands.ts';
import type { HandlersOf } from '../handler.ts';
import { omsMasterDataHandlers } from './master-data-handlers.ts';
import { orderHandlers } from './order-handlers.ts';

export const omsHandlers: HandlersOf<typeof omsCommands> = {
  ...omsMasterDataHandlers,
  ...orderHandlers,
};
