/** The order warehouses are asked in. */
import { rows, type TenantTransaction } from '../database.ts';

/** Active warehouses (of these, when given) by priority (low first), then code. */
export async function readWarehousePreference(
  tx: TenantTransaction,
  organizationId: string,
  ids?: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    `select id from warehouses
      where organization_id = ? and (?::uuid[] is null or id = any (?::uuid[])) and is_active order by priority, code`,
    [organizationId, ids ?? null, ids ?? null],
  );
  return found.map(({ id }) => id);
}
