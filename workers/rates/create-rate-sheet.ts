/** Creates a draft rate sheet with its lines. An existing code has to be revised instead (409 DUPLICATE). */
import { insertRateLines } from '../../db/rates/rate-sheets.write.ts';
import { insertRecord } from '../../db/records.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';
import { assertExactMinimum } from './exact-minimum.ts';

export const createRateSheet: Handler<typeof rateCommands.createRateSheet> = async ({ tx, emit }, input) => {
  const { lines = [], ...sheet } = input;
  assertExactMinimum(sheet.minimum_invoice_amount, sheet.currency);
  const id = await insertRecord(tx, 'rate_sheets', sheet);
  const dates = { id, effective_from: sheet.effective_from, effective_to: sheet.effective_to ?? null };
  await insertRateLines(tx, dates, lines, (index) => `lines.${index}.`);
  emit({ type: 'rate_sheet.created', subject_type: 'rate_sheet', subject_id: id });
  return { id };
};
