/** Adds a line to a draft rate sheet. */
import { insertRateLines, lockDraftSheet } from '../../db/rates/rate-sheets.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const addRateLine: Handler<typeof rateCommands.addRateLine> = async ({ tx }, input) => {
  const { sheet_id: sheetId, ...line } = input;
  const sheet = await lockDraftSheet(tx, sheetId);
  const [id] = await insertRateLines(tx, sheet, [line]);
  return { id: id! };
};
