/** Deletes a draft rate sheet with its lines. Refuses 409 RATE_SHEET_LOCKED once it was in force. */
import { lockDraftSheet } from '../../db/accounting/rate-sheets.write.ts';
import type { rateCommands } from '../../queues/accounting/rates.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof rateCommands.deleteRateSheet> = async (
  { tx, organizationId, tell },
  { sheet_id: id },
) => {
  await lockDraftSheet(tx, organizationId, id);
  await tx('rate_sheets').where({ organization_id: organizationId, id }).delete();
  tell({ type: 'rate_sheet.deleted', subject_type: 'rate_sheet', subject_id: id });
  return { id, deleted: true };
};
