/** Puts a rate sheet in force: checks every line, and ends the previous version the day before. */
import {
  checkLines,
  closePreviousVersion,
  lockRateSheet,
  markActivated,
} from '../../db/rates/rate-sheets.write.ts';
import { rateSheetStates } from '../../domain/rates/rate-sheet-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const activateRateSheet: Handler<typeof rateCommands.activateRateSheet> = async (
  work,
  { sheet_id: id },
) => {
  const { tx, actor, emit } = work;
  const sheet = await lockRateSheet(tx, id);
  const status = nextState(rateSheetStates, sheet.status, 'activate');
  await checkLines(tx, sheet);
  await closePreviousVersion(tx, sheet);
  await markActivated(tx, id, { status, by: actor.name });
  emit({ type: 'rate_sheet.activated', subject_type: 'rate_sheet', subject_id: id, data: { status } });
  return { id };
};
