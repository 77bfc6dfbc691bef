/** Ends a hold: the stock is available again, or found damaged. */
import { changeStatus } from '../../db/wms/status-change.write.ts';
import type { inventoryCommands } from '../../queues/wms/inventory.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof inventoryCommands.liftHold> = (work, input) =>
  changeStatus(work, input, 'hold', input.to_status ?? 'available');
