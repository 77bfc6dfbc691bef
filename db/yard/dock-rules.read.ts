/** Reads a warehouse's dock rules, with defaults for what is not set. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface DockRules {
  warehouse_id: string;
  warehouse_code: string;
  time_zone: string;
  capacity_per_hour: number | null;
  approval_required: boolean;
  free_minutes: number;
}

const rules: SqlText = sql`select w.id as warehouse_id, w.code as warehouse_code, w.time_zone, r.capacity_per_hour,
    coalesce(r.approval_required, false) as approval_required, coalesce(r.free_minutes, 120) as free_minutes
  from warehouses w left join dock_rules r on r.organization_id = w.organization_id and r.warehouse_id = w.id`;

/** The rules of a warehouse, or undefined when there is no such warehouse. */
export async function findDockRules(
  tx: TenantTransaction,
  warehouseId: string,
): Promise<DockRules | undefined> {
  const [found] = await rows<DockRules>(
    tx,
    sql`${rules} where w.organization_id = ${tx.organizationId} and w.id = ${warehouseId}`,
  );
  return found;
}
