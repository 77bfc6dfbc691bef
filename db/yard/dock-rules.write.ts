/** Writes a warehouse's dock rules. */
import { execute, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';

export async function putDockRules(
  tx: TenantTransaction,
  warehouseId: string,
  rules: { capacity_per_hour?: number | null; approval_required?: boolean; free_minutes?: number },
): Promise<void> {
  await execute(
    tx,
    sql`insert into dock_rules ${values({ organization_id: tx.organizationId, warehouse_id: warehouseId, ...rules })}
        on conflict (organization_id, warehouse_id) do update
          set ${assignments({ ...rules, updated_at: sql`now()` })}`,
  );
}
