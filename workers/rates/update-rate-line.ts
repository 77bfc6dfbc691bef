/** Changes a line of a draft rate sheet. */
import { findRateLine } from '../../db/rates/rate-sheets.read.ts';
import { changeRateLine, lockDraftSheet } from '../../db/rates/rate-sheets.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const updateRateLine: Handler<typeof rateCommands.updateRateLine> = async ({ tx }, input) => {
  const { sheet_id: sheetId, line_id: id, ...changes } = input;
  const sheet = await lockDraftSheet(tx, sheetId);
  const line = await findRateLine(tx, sheetId, id);
  if (!line) throw notFound('rate sheet line');
  await changeRateLine(tx, sheet, line, changes);
  return { id };
};
