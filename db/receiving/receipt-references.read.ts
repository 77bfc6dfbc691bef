/** Whether what a new receipt names is the organization's. */
import { unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Refuses 400 UNKNOWN_REFERENCE for a warehouse or vendor of nobody here. The specification is silent about purchase
 * orders that are kept elsewhere: source_id is taken as given.
 */
export async function assertReceiptReferences(
  tx: TenantTransaction,
  organizationId: string,
  named: { warehouse_id: string; vendor_id?: string | null },
): Promise<void> {
  const { warehouse_id: warehouseId, vendor_id: vendorId = null } = named;
  const found = await row<{ warehouse: boolean; vendor: boolean }>(
    tx,
    sql`select exists (select 1 from warehouses where organization_id = ${organizationId} and id = ${warehouseId}) as warehouse,
            exists (select 1 from vendors where organization_id = ${organizationId} and id = ${vendorId}::uuid) as vendor`,
  );
  if (!found!.warehouse) throw unknownReference('warehouse_id', 'warehouse');
  if (vendorId && !found!.vendor) throw unknownReference('vendor_id', 'vendor');
}
