/** Takes available stock out of sale. Allocated stock is not touched: its order is cancelled or re-allocated first. */
import { changeStatus } from '../../db/wms/status-change.write.ts';
import type { inventoryCommands } from '../../queues/wms/inventory.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof inventoryCommands.placeHold> = (work, input) =>
  changeStatus(work, input, 'available', 'hold');
