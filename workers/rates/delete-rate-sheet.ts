/** Deletes a draft rate sheet with its lines. Refuses 409 RATE_SHEET_LOCKED once it was in force. */
import { lockDraftSheet, removeRateSheet } from '../../db/rates/rate-sheets.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteRateSheet: Handler<typeof rateCommands.deleteRateSheet> = async (
  { tx, emit },
  { sheet_id: id },
) => {
  await lockDraftSheet(tx, id);
  await removeRateSheet(tx, id);
  emit({ type: 'rate_sheet.deleted', subject_type: 'rate_sheet', subject_id: id });
  return { id, deleted: true };
};
