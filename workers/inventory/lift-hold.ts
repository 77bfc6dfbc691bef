/**
 * Ends a hold: the stock becomes available again, or damaged. Units of a return that wait for their disposition stay:
 * counted once the stock has moved, since until then more may come in or be disposed of.
 */
import { changeStatus } from '../../db/inventory/status-change.write.ts';
import { assertReturnsKept, lockLifting } from '../../db/returns/held-units.write.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const liftHold: Handler<typeof inventoryCommands.liftHold> = async (work, input) => {
  const { tx } = work;
  const { warehouse_id, item_id, lot_no = '' } = input;
  const stock = { warehouse_id, item_id, lot_no };
  await lockLifting(tx, stock);
  const lifted = await changeStatus(work, input, 'hold', input.to_status ?? 'available');
  await assertReturnsKept(tx, stock);
  return lifted;
};
