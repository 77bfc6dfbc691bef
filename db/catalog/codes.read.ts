/** From the codes people write to ids. Each refuses 400 UNKNOWN_REFERENCE with the column named. */
import { unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';
import { merchantFor } from '../tenancy/merchants.read.ts';
import { sql } from '../sql-text.ts';

export async function warehouseByCode(
  tx: TenantTransaction,
  organizationId: string,
  code: string,
): Promise<string> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from warehouses where organization_id = ${organizationId} and code = ${code}`,
  );
  if (!found) throw unknownReference('warehouse', 'warehouse');
  return found.id;
}

export async function locationByCode(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
  code: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from locations where organization_id = ${organizationId} and warehouse_id = ${warehouseId} and code = ${code}`,
  );
  return found?.id;
}

/** The merchant a line names, else the one a write without a merchant is for; never another than the scope allows. */
export async function merchantByCode(
  tx: TenantTransaction,
  organizationId: string,
  code: string | undefined,
  scopeMerchantId: string | null,
): Promise<string> {
  if (code === undefined) return (await merchantFor(tx, organizationId, undefined, scopeMerchantId)).id;
  const found = await row<{ id: string }>(
    tx,
    sql`select id from merchants where organization_id = ${organizationId} and code = ${code}`,
  );
  if (!found || (scopeMerchantId && found.id !== scopeMerchantId))
    throw unknownReference('merchant', 'merchant');
  return found.id;
}

export interface ItemBySku {
  id: string;
  uom: string;
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
}

export function itemBySku(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  sku: string,
): Promise<ItemBySku | undefined> {
  return row<ItemBySku>(
    tx,
    sql`select id, uom, lot_tracked, expiry_tracked, serial_tracked from items
      where organization_id = ${organizationId} and merchant_id = ${merchantId} and sku = ${sku}`,
  );
}
