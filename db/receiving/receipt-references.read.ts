/** Whether what a new receipt names is the organization's. */
import { unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Refuses 400 UNKNOWN_REFERENCE for a warehouse or vendor of nobody here. */
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

/** Refuses 400 UNKNOWN_REFERENCE unless the id is a purchase order of the merchant. */
export async function assertPurchaseOrder(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  id: string,
): Promise<void> {
  const found = await row(
    tx,
    sql`select 1 from purchase_orders where organization_id = ${organizationId} and merchant_id = ${merchantId} and id = ${id}`,
  );
  if (!found) throw unknownReference('source_id', 'purchase order of the merchant');
}
