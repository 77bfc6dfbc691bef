/** Deletes tax rates; they are made and changed as any record. */
import { execute, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';

export async function removeTaxRate(tx: TenantTransaction, id: string): Promise<void> {
  await execute(tx, sql`delete from tax_rates where organization_id = ${tx.organizationId} and id = ${id}`);
}
