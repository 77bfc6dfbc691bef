/** Changes a reason code. One out of use stays readable in the ledger. */
import { notFound } from '../../domain/refusals.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { matching, assignments, sql } from '../../db/sql-text.ts';

export const updateReasonCode: Handler<typeof inventoryCommands.updateReasonCode> = async (
  { tx, organizationId },
  input,
) => {
  const { reason_code: code, ...changes } = input;
  const of = { organization_id: organizationId, code };
  const known = await tx('reason_codes').where(of).forUpdate().first('code');
  if (!known) throw notFound('reason code');
  if (Object.keys(changes).length > 0)
    await execute(
      tx,
      sql`update reason_codes set ${assignments(changes)}
      where ${matching(of)}`,
    );
  return { code };
};
