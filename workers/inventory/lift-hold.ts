/** Ends a hold: the stock becomes available again, or damaged. */
import { changeStatus } from '../../db/inventory/status-change.write.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const liftHold: Handler<typeof inventoryCommands.liftHold> = (work, input) =>
  changeStatus(work, input, 'hold', input.to_status ?? 'available');
