/**
 * Ends a hold: the stock becomes available again, or damaged. Units that wait stay, of a return for their disposition or
 * picked ones to be put back, and beside them what holds of a kind keep, unless it is that kind which is lifted: counted
 * once the stock has moved, since until then more may come in or be disposed of.
 */
import { readKept } from '../../db/inventory/holders.read.ts';
import { changeStatus } from '../../db/inventory/status-change.write.ts';
import { assertWaitingKept, lockLifting } from '../../db/returns/held-units.write.ts';
import { assertKindsKept, keptOf } from '../../domain/inventory/holds.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const liftHold: Handler<typeof inventoryCommands.liftHold> = async (work, input) => {
  const { tx } = work;
  const { warehouse_id, item_id, lot_no = '', kind } = input;
  const stock = { warehouse_id, item_id, lot_no };
  await lockLifting(tx, stock);
  const most = kind ? { atMost: keptOf(await readKept(tx, stock), kind) } : {};
  const lifted = await changeStatus(work, { ...input, ...most }, 'hold', input.to_status ?? 'available');
  const units = await assertWaitingKept(tx, stock);
  assertKindsKept(units, await readKept(tx, stock, work), kind);
  return lifted;
};
