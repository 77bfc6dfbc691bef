/** Adds a reason code to the organization's list. */
import { insertReasonCode } from '../../db/inventory/reason-codes.write.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const createReasonCode: Handler<typeof inventoryCommands.createReasonCode> = async ({ tx }, input) => {
  await insertReasonCode(tx, input);
  return { code: input.code };
};
