/** Archives an active rate sheet. Charges made by it keep their prices. */
import { lockRateSheet, markArchived } from '../../db/rates/rate-sheets.write.ts';
import { rateSheetStates } from '../../domain/rates/rate-sheet-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const archiveRateSheet: Handler<typeof rateCommands.archiveRateSheet> = async (
  work,
  { sheet_id: id },
) => {
  const { tx, emit } = work;
  const sheet = await lockRateSheet(tx, id);
  const status = nextState(rateSheetStates, sheet.status, 'archive');
  await markArchived(tx, id, status);
  emit({ type: 'rate_sheet.archived', subject_type: 'rate_sheet', subject_id: id, data: { status } });
  return { id };
};
