/**
 * Adds lines to a return. One that is authorized has a receipt, which gains them too, as does what replaces its goods: what
 * its rules do not authorize needs who may.
 */
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { insertReturnLines, lockReturn, receiptIdOf } from '../../db/returns/returns.write.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import { assertHeld } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { draftReplacement } from './replacement.ts';
import { linesToReturn, underRules } from './return-lines.ts';
import { growReturnReceipt } from './return-receipt.ts';

export const addReturnLines: Handler<typeof returnCommands.addReturnLines> = async (
  work,
  { return_id: id, lines: wanted },
) => {
  const { tx, emit } = work;
  const known = await receiptIdOf(tx, id);
  if (known) await lockReceipt(tx, known);
  const found = await lockReturn(tx, id);
  const status = nextState(returnStates, found.status, 'add_lines');
  const asked = await linesToReturn(work, found, wanted);
  const { lines, areAuthorized } = await underRules(work, found, asked);
  if (status !== 'requested' && !areAuthorized)
    assertHeld(
      work,
      'oms.returns.authorize',
      'The return is authorized and its rules do not authorize these lines; adding them needs oms.returns.authorize.',
    );
  await insertReturnLines(tx, found, lines);
  const receiptId = known ?? (await receiptIdOf(tx, id));
  if (receiptId) {
    await growReturnReceipt(work, found, receiptId);
    await draftReplacement(
      work,
      found,
      lines.map((line) => line.id),
    );
  }
  emit(returnEvent(found, 'lines_added', { status, previous_status: status, lines: lines.length }));
  return { id: found.id };
};
