/** Removes a line of a draft rate sheet. */
import { lockDraftSheet, removeRateLine } from '../../db/rates/rate-sheets.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteRateLine: Handler<typeof rateCommands.deleteRateLine> = async ({ tx }, input) => {
  const { sheet_id: sheetId, line_id: id } = input;
  await lockDraftSheet(tx, sheetId);
  if (!(await removeRateLine(tx, sheetId, id))) throw notFound('rate sheet line');
  return { id, deleted: true };
};
