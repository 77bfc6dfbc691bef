/** Writes how a warehouse keeps its docks. */
import type { TenantTransaction } from '../database.ts';

export async function putDockRules(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
  rules: { capacity_per_hour?: number | null; approval_required?: boolean; free_minutes?: number },
): Promise<void> {
  await tx('dock_rules')
    .insert({ organization_id: organizationId, warehouse_id: warehouseId, ...rules })
    .onConflict(['organization_id', 'warehouse_id'])
    .merge({ ...rules, updated_at: tx.fn.now() });
}
