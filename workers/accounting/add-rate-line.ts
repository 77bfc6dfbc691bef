/** Adds a line to a draft rate sheet. */
import { insertRateLines, lockDraftSheet } from '../../db/accounting/rate-sheets.write.ts';
import type { rateCommands } from '../../queues/accounting/rates.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof rateCommands.addRateLine> = async ({ tx, organizationId }, input) => {
  const { sheet_id: sheetId, ...line } = input;
  const sheet = await lockDraftSheet(tx, organizationId, sheetId);
  const [id] = await insertRateLines(tx, organizationId, sheet, [line]);
  return { id: id! };
};
