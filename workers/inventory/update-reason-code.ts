/** Changes a reason code. A deactivated one can still be read in the ledger. */
import { changeReasonCode } from '../../db/inventory/reason-codes.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const updateReasonCode: Handler<typeof inventoryCommands.updateReasonCode> = async ({ tx }, input) => {
  const { reason_code: code, ...changes } = input;
  if (!(await changeReasonCode(tx, code, changes))) throw notFound('reason code');
  return { code };
};
