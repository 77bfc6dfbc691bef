/** Authorizing a return, for the command, for a rule that needs nobody, and for one that is taken in at once. */
import { setReturnStatus, type LockedReturn } from '../../db/returns/returns.write.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';
import { draftReplacement } from './replacement.ts';
import { makeReturnReceipt } from './return-receipt.ts';

/** Takes the step for a return that is locked, or that nobody else has seen yet: its receipt, and what replaces its goods. */
export async function authorizeUnits(work: Work, found: LockedReturn): Promise<void> {
  const { status: previous } = found;
  const status = nextState(returnStates, previous, 'authorize');
  const receiptId = await makeReturnReceipt(work, found);
  await setReturnStatus(work.tx, found.id, status);
  work.emit(returnEvent(found, 'authorized', { status, previous_status: previous, receipt_id: receiptId }));
  await draftReplacement(work, found);
}
