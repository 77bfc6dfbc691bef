/** The order warehouses are asked in. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Active warehouses (of these, when given) by priority (low first), then code. */
export async function readWarehousePreference(
  tx: TenantTransaction,
  organizationId: string,
  ids?: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from warehouses
      where organization_id = ${organizationId} and (${ids ?? null}::uuid[] is null or id = any (${ids ?? null}::uuid[])) and is_active order by priority, code`,
  );
  return found.map(({ id }) => id);
}
