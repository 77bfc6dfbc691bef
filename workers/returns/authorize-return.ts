/** Authorizes a return and makes its receipt, once: the return's lock makes two at once take turns. */
import { lockReturn, setReturnStatus } from '../../db/returns/returns.write.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler } from '../engine/handler.ts';
import { makeReturnReceipt } from './return-receipt.ts';

export const authorizeReturn: Handler<typeof returnCommands.authorizeReturn> = async (
  work,
  { return_id: id },
) => {
  const { tx, emit } = work;
  const found = await lockReturn(tx, id);
  const { status: previous } = found;
  if (previous === 'authorized') return { id: found.id };
  const status = nextState(returnStates, previous, 'authorize');
  const receiptId = await makeReturnReceipt(work, found);
  await setReturnStatus(tx, found.id, status);
  emit(returnEvent(found, 'authorized', { status, previous_status: previous, receipt_id: receiptId }));
  return { id: found.id };
};
