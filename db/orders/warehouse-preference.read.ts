/** The order in which warehouses are considered. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Active warehouses (limited to these ids when given) by priority, lowest first, then code. */
export async function readWarehousePreference(
  tx: TenantTransaction,
  ids?: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from warehouses
      where organization_id = ${tx.organizationId} and (${ids ?? null}::uuid[] is null or id = any (${ids ?? null}::uuid[])) and is_active order by priority, code`,
  );
  return found.map(({ id }) => id);
}
