/**
 * Ends a return of which nothing was received: its receipt is closed, the units it named are free again, nothing
 * replaces them, and the carrier takes back the label that was bought for its parcel, unless it has the parcel already.
 */
import { takeBackUnneeded } from '../../db/parcels/unneeded-labels.write.ts';
import { endReceipt } from '../../db/receiving/end-receipt.write.ts';
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { lockReturn, receiptIdOf, setReturnStatus } from '../../db/returns/returns.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { receivedReturnStates, returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Work } from '../engine/handler.ts';
import { endReplacements } from './replacement.ts';

type Ending = Omit<InputOf<typeof returnCommands.cancelReturn>, 'return_id'>;

const ends = { reject: 'rejected', cancel: 'cancelled', expire: 'expired' } as const;

/**
 * The receipt is locked first, as whoever counts on it does: of a count and a cancellation, one wins. Refuses 409
 * RETURN_RECEIVED once something was received, REPLACEMENT_UNDER_WAY once what replaces its goods is, unless that is kept.
 * Repeating it changes nothing.
 */
export async function endReturn(
  work: Work,
  id: string,
  action: keyof typeof ends,
  { reason = null, keep_replacement: isKept = false }: Ending = {},
): Promise<{ id: string }> {
  const { tx, emit } = work;
  const known = await receiptIdOf(tx, id);
  if (known) await lockReceipt(tx, known);
  const found = await lockReturn(tx, id);
  const { status: previous } = found;
  if (previous === ends[action]) return { id: found.id };
  if (receivedReturnStates.includes(previous)) {
    const message = `${found.return_no} is ${previous}: what was received is inspected and disposed of.`;
    throw new Refusal('RETURN_RECEIVED', message, { return_id: found.id, status: previous });
  }
  const status = nextState(returnStates, previous, action);
  // An authorization that came in between made it while nothing was locked.
  const receiptId = known ?? (await receiptIdOf(tx, id));
  if (receiptId) await endReceipt(work, await lockReceipt(tx, receiptId));
  if (!isKept) await endReplacements(work, found);
  await setReturnStatus(tx, found.id, status, reason);
  await takeBackUnneeded(work, [found.id]);
  emit(returnEvent(found, ends[action], { status, previous_status: previous, reason }));
  return { id: found.id };
}
