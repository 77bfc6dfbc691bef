/** Expires an authorized return of which nothing came by its last day. One that began meanwhile stays. */
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { isOverdue } from '../../db/returns/overdue-returns.read.ts';
import { lockReturn, receiptIdOf } from '../../db/returns/returns.write.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';
import { endReturn } from './end-return.ts';

export const expireReturn: Handler<typeof returnCommands.expireReturn> = async (work, { return_id: id }) => {
  const { tx } = work;
  // One that is authorized has its receipt, which is locked before it.
  const receiptId = await receiptIdOf(tx, id);
  if (!receiptId) return { id, expired: false };
  const { openTask } = await lockReceipt(tx, receiptId);
  await lockReturn(tx, id);
  // Whoever has its receipt open is about to count what came.
  if (openTask || !(await isOverdue(tx, id))) return { id, expired: false };
  await endReturn(work, id, 'expire');
  return { id, expired: true };
};
