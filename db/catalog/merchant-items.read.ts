/** Whether an item is a merchant's. */
import { unknownReference } from '../../domain/refusals.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Refuses 400 UNKNOWN_REFERENCE with the path for an item that is not the merchant's. */
export async function assertMerchantItem(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  itemId: string,
  path: string,
): Promise<void> {
  const found = await rows(
    tx,
    sql`select 1 from items where organization_id = ${organizationId} and merchant_id = ${merchantId} and id = ${itemId}`,
  );
  if (found.length === 0) throw unknownReference(path, 'product of the merchant');
}
