/**
 * A merchant's trading partners: customers, channels, retailers and vendors belong to the merchant or to the operator.
 */
import { unknownReference } from '../domain/refusal.ts';
import { nounOf } from './records.read.ts';
import { row, type TenantTransaction } from './database.ts';
import { name, sql } from './sql-text.ts';

export type PartnerTable = 'customers' | 'channels' | 'retailers' | 'vendors';

/**
 * Refuses 400 UNKNOWN_REFERENCE for another merchant's record. A record's owner never changes, so no lock is needed.
 */
export async function assertPartner(
  tx: TenantTransaction,
  merchantId: string,
  table: PartnerTable,
  id: string,
  path: string,
): Promise<void> {
  const found = await row(
    tx,
    sql`select 1 from ${name(table)} where organization_id = ${tx.organizationId} and id = ${id} and (merchant_id is null or merchant_id = ${merchantId})`,
  );
  if (!found) throw unknownReference(path, `${nounOf(path)} of the merchant`);
}
