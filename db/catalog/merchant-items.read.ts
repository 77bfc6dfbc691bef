/** Checks that an item belongs to a merchant. */
import { unknownReference } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Refuses 400 UNKNOWN_REFERENCE with the path for an item of another merchant. */
export async function assertMerchantItem(
  tx: TenantTransaction,
  merchantId: string,
  itemId: string,
  path: string,
): Promise<void> {
  const found = await rows(
    tx,
    sql`select 1 from items where organization_id = ${tx.organizationId} and merchant_id = ${merchantId} and id = ${itemId}`,
  );
  if (found.length === 0) throw unknownReference(path, 'product of the merchant');
}

/** The merchant that owns an item; undefined when there is no such item. */
export async function merchantOfItem(tx: TenantTransaction, itemId: string): Promise<string | undefined> {
  const found = await row<{ merchant_id: string }>(
    tx,
    sql`select merchant_id from items where organization_id = ${tx.organizationId} and id = ${itemId}`,
  );
  return found?.merchant_id;
}
