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
  const { tx, organizationId, actor, emit } = work;
  const sheet = await lockRateSheet(tx, organizationId, id);
  const status = nextState(rateSheetStates, sheet.status, 'activate');
  await checkLines(tx, organizationId, sheet);
  await closePreviousVersion(tx, organizationId, sheet);
  await markActivated(tx, organizationId, id, { status, by: actor.name });
  emit({ type: 'rate_sheet.activated', subject_type: 'rate_sheet', subject_id: id, data: { status } });
  return { id };
};
