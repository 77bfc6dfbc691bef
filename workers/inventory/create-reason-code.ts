/** Adds a reason code to the organization's list. */
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { values, sql } from '../../db/sql-text.ts';

export const createReasonCode: Handler<typeof inventoryCommands.createReasonCode> = async (
  { tx, organizationId },
  input,
) => {
  await execute(tx, sql`insert into reason_codes ${values({ ...input, organization_id: organizationId })}`);
  return { code: input.code };
};
