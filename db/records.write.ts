/** Writes of master data. Uniqueness and references are the database's; a breach becomes DUPLICATE or UNKNOWN_REFERENCE. */
import { v7 as uuidv7 } from 'uuid';
import { execute, type TenantTransaction } from './database.ts';
import { assignments, name, sql, values } from './sql-text.ts';

export async function insertRecord(
  tx: TenantTransaction,
  organizationId: string,
  table: string,
  fields: object,
): Promise<string> {
  const id = uuidv7();
  await execute(
    tx,
    sql`insert into ${name(table)} ${values({ ...fields, id, organization_id: organizationId })}`,
  );
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
  const changed = await execute(
    tx,
    sql`update ${name(table)} set ${assignments({ ...changes, updated_at: sql`now()` })}
         where organization_id = ${organizationId} and id = ${id}`,
  );
  return changed === 1;
}
