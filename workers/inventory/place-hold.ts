/** Puts available stock on hold. Allocated stock is not touched: its order is cancelled or re-allocated first. */
import { changeStatus } from '../../db/inventory/status-change.write.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const placeHold: Handler<typeof inventoryCommands.placeHold> = (work, input) =>
  changeStatus(work, input, 'available', 'hold');
