/** Removes a line of a draft rate sheet. */
import { lockDraftSheet } from '../../db/rates/rate-sheets.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { matching, sql } from '../../db/sql-text.ts';

export const deleteRateLine: Handler<typeof rateCommands.deleteRateLine> = async (
  { tx, organizationId },
  input,
) => {
  const { sheet_id: sheetId, line_id: id } = input;
  await lockDraftSheet(tx, organizationId, sheetId);
  const found = { organization_id: organizationId, rate_sheet_id: sheetId, id };
  if ((await execute(tx, sql`delete from rate_sheet_lines where ${matching(found)}`)) === 0)
    throw notFound('rate sheet line');
  return { id, deleted: true };
};
