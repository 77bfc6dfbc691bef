/** Puts available stock on hold; for a kind, whoever may lift it. Allocated stock is not touched: its order is cancelled or re-allocated first. */
import { assertReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { changeStatus } from '../../db/inventory/status-change.write.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOwnKind } from './assert-own-kind.ts';

export const placeHold: Handler<typeof inventoryCommands.placeHold> = async (work, input) => {
  assertOwnKind(work, input.kind);
  await assertReasonCode(work.tx, input.reason_code);
  return changeStatus(work, input, 'available', 'hold');
};
