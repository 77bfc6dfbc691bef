/** Authorizes a return and makes its receipt, once: the return's lock makes two at once take turns. */
import { lockReturn, setReturnStatus, type LockedReturn } from '../../db/returns/returns.write.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { draftReplacement } from './draft-replacement.ts';
import { makeReturnReceipt } from './return-receipt.ts';

export const authorizeReturn: Handler<typeof returnCommands.authorizeReturn> = async (
  work,
  { return_id: id },
) => {
  const found = await lockReturn(work.tx, id);
  if (found.status !== 'authorized') await authorize(work, found);
  return { id: found.id };
};

/** Takes the step for a return that is locked, or that nobody else has seen yet. */
export async function authorize(work: Work, found: LockedReturn): Promise<void> {
  const { status: previous } = found;
  const status = nextState(returnStates, previous, 'authorize');
  const receiptId = await makeReturnReceipt(work, found);
  await setReturnStatus(work.tx, found.id, status);
  work.emit(returnEvent(found, 'authorized', { status, previous_status: previous, receipt_id: receiptId }));
  await draftReplacement(work, found);
}
