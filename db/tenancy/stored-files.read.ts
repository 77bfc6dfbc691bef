/** Reads how much an organization has stored of uploaded files. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export async function readStored(tx: TenantTransaction): Promise<{ files: number; bytes: number }> {
  const found = await row<{ files: number; bytes: string }>(
    tx,
    sql`select files, bytes from stored_totals where organization_id = ${tx.organizationId}`,
  );
  return { files: found?.files ?? 0, bytes: Number(found?.bytes ?? 0) };
}
