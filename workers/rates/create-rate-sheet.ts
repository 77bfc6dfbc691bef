/** Makes a draft rate sheet with its lines. A code that exists already is revised, not made again (409 DUPLICATE). */
import { v7 as uuidv7 } from 'uuid';
import { insertRateLines } from '../../db/rates/rate-sheets.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { values, sql } from '../../db/sql-text.ts';

export const createRateSheet: Handler<typeof rateCommands.createRateSheet> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { lines = [], ...sheet } = input;
  const id = uuidv7();
  await execute(
    tx,
    sql`insert into rate_sheets ${values({ ...sheet, id, organization_id: organizationId })}`,
  );
  const dates = { id, effective_from: sheet.effective_from, effective_to: sheet.effective_to ?? null };
  await insertRateLines(tx, organizationId, dates, lines);
  emit({ type: 'rate_sheet.created', subject_type: 'rate_sheet', subject_id: id });
  return { id };
};
