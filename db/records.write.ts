/** Writes of master data. Uniqueness and references are the database's; a breach becomes DUPLICATE or UNKNOWN_REFERENCE. */
import { v7 as uuidv7 } from 'uuid';
import type { TenantTransaction } from './database.ts';

export async function insertRecord(
  tx: TenantTransaction,
  organizationId: string,
  table: string,
  fields: object,
): Promise<string> {
  const id = uuidv7();
  await tx(table).insert({ ...fields, id, organization_id: organizationId });
  return id;
}

/** Changes a record, and locks it until the transaction ends. False when there is none. */
export async function updateRecord(
  tx: TenantTransaction,
  organizationId: string,
  table: string,
  id: string,
  changes: object,
): Promise<boolean> {
  const changed = await tx(table)
    .where({ organization_id: organizationId, id })
    .update({ ...changes, updated_at: tx.fn.now() });
  return changed === 1;
}
