/** Puts a rate sheet in force: every line is checked, the version before it ends the day before. */
import { checkLines, closePreviousVersion, lockRateSheet } from '../../db/rates/rate-sheets.write.ts';
import { rateSheetStates } from '../../domain/rates/rate-sheet-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';

export const activateRateSheet: Handler<typeof rateCommands.activateRateSheet> = async (
  work,
  { sheet_id: id },
) => {
  const { tx, organizationId, actor, emit } = work;
  const sheet = await lockRateSheet(tx, organizationId, id);
  const status = nextState(rateSheetStates, sheet.status, 'activate');
  await checkLines(tx, organizationId, sheet);
  await closePreviousVersion(tx, organizationId, sheet);
  await execute(
    tx,
    sql`update rate_sheets set status = ${status}, activated_at = now(), activated_by = ${actor.name}, updated_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
  );
  emit({ type: 'rate_sheet.activated', subject_type: 'rate_sheet', subject_id: id, data: { status } });
  return { id };
};
