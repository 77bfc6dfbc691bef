/** Checks what new receipts refer to, read once for all receipts created together. */
import { unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ReceiptNames {
  warehouse_id: string;
  vendor_id?: string | null | undefined;
  /** The purchase order it is received against. */
  purchase_order_id: string | null;
}

interface Named {
  kind: 'warehouse' | 'vendor' | 'purchase_order';
  id: string;
  merchant_id: string | null;
}

/**
 * Returns a function that checks one receipt: it refuses 400 UNKNOWN_REFERENCE for a warehouse outside the
 * organization, and for a vendor or purchase order that is not the merchant's (a vendor may be the operator's).
 */
export async function readReceiptReferences(
  tx: TenantTransaction,
  wanted: readonly ReceiptNames[],
): Promise<(names: ReceiptNames, merchantId: string) => void> {
  const given = (ids: readonly (string | null | undefined)[]): string[] => [
    ...new Set(ids.filter((id) => typeof id === 'string')),
  ];
  const found = await rows<Named>(
    tx,
    sql`select 'warehouse' as kind, id, null::uuid as merchant_id from warehouses
      where organization_id = ${tx.organizationId} and id = any (${given(wanted.map((one) => one.warehouse_id))}::uuid[])
     union all
     select 'vendor', id, merchant_id from vendors
      where organization_id = ${tx.organizationId} and id = any (${given(wanted.map((one) => one.vendor_id))}::uuid[])
     union all
     select 'purchase_order', id, merchant_id from purchase_orders
      where organization_id = ${tx.organizationId} and id = any (${given(wanted.map((one) => one.purchase_order_id))}::uuid[])`,
  );
  const byName = new Map(found.map((one) => [`${one.kind}/${one.id}`, one]));
  return ({ warehouse_id: warehouse, vendor_id: vendor, purchase_order_id: purchaseOrder }, merchantId) => {
    if (!byName.has(`warehouse/${warehouse}`)) throw unknownReference('warehouse_id', 'warehouse');
    const vendorFound = vendor ? byName.get(`vendor/${vendor}`) : undefined;
    if (vendor && !vendorFound) throw unknownReference('vendor_id', 'vendor');
    if (purchaseOrder && byName.get(`purchase_order/${purchaseOrder}`)?.merchant_id !== merchantId)
      throw unknownReference('source_id', 'purchase order of the merchant');
    if (vendorFound?.merchant_id && vendorFound.merchant_id !== merchantId)
      throw unknownReference('vendor_id', 'vendor of the merchant');
  };
}
