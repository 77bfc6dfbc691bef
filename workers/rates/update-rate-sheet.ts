/** Changes a draft rate sheet; its lines move with its days. Refuses NOT_FOUND, 409 RATE_SHEET_LOCKED. */
import { lockDraftSheet, moveLines } from '../../db/rates/rate-sheets.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';
import { assertExactMinimum } from './exact-minimum.ts';

export const updateRateSheet: Handler<typeof rateCommands.updateRateSheet> = async ({ tx, emit }, input) => {
  const { sheet_id: id, ...changes } = input;
  const draft = await lockDraftSheet(tx, id);
  const changed = { ...draft, ...changes };
  const { minimum_invoice_amount: minimum, currency } = changed;
  assertExactMinimum(minimum, currency);
  await updateRecord(tx, 'rate_sheets', id, changes);
  if (changed.effective_from !== draft.effective_from || changed.effective_to !== draft.effective_to)
    await moveLines(tx, draft, changed);
  emit({ type: 'rate_sheet.changed', subject_type: 'rate_sheet', subject_id: id });
  return { id };
};
