/**
 * Ends a hold: the stock becomes available again, or damaged. Units that wait stay, of a return for their disposition,
 * picked ones to be put back or received ones to be inspected, and beside them what holds of a kind keep, unless it is
 * that kind which is lifted: counted once the stock has moved, since until then more may come in or be disposed of. A
 * merchant lifts no kind that is the operator's.
 */
import { readKept } from '../../db/inventory/holders.read.ts';
import { assertReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { changeStatus } from '../../db/inventory/status-change.write.ts';
import { assertWaitingKept, lockLifting } from '../../db/returns/held-units.write.ts';
import { assertKindsKept, keptOf } from '../../domain/inventory/holds.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOwnKind } from './assert-own-kind.ts';

type Lift = typeof inventoryCommands.liftHold;

export const liftHold: Handler<Lift> = async (work, input) => {
  assertOwnKind(work, input.kind);
  await assertReasonCode(work.tx, input.reason_code);
  return lift(work, input);
};

/** The same for units that an inspection has decided on, for a reason of the platform's own: nobody has to keep its code active. */
export const liftInspected: Handler<Lift> = (work, input) => lift(work, input, { isDecided: true });

async function lift(
  work: Work,
  input: InputOf<Lift>,
  how: { isDecided?: boolean } = {},
): Promise<ResultOf<Lift>> {
  const { tx } = work;
  const { warehouse_id, item_id, lot_no = '', kind } = input;
  const stock = { warehouse_id, item_id, lot_no };
  await lockLifting(tx, stock);
  const most = kind ? { atMost: keptOf(await readKept(tx, stock), kind) } : {};
  const lifted = await changeStatus(work, { ...input, ...most }, 'hold', input.to_status ?? 'available');
  const units = await assertWaitingKept(tx, stock, how);
  assertKindsKept(units, await readKept(tx, stock, work), kind);
  return lifted;
}
