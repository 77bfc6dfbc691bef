/** Inserts catalog rows as given: how demo organizations get their warehouses, items and partners. */
import { newId } from '../../domain/new-id.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { name, sql, values } from '../sql-text.ts';

export type CatalogueTable =
  | 'merchants'
  | 'warehouses'
  | 'locations'
  | 'items'
  | 'customers'
  | 'channels'
  | 'vendors'
  | 'carriers'
  | 'spots'
  | 'members';

/** Inserts rows and returns their ids in order. */
export async function insertRows(
  tx: TenantTransaction,
  table: CatalogueTable,
  records: readonly object[],
): Promise<string[]> {
  if (records.length === 0) return [];
  const made = records.map((record) => ({ id: newId(), ...record, organization_id: tx.organizationId }));
  await execute(tx, sql`insert into ${name(table)} ${values(made)}`);
  return made.map(({ id }) => id);
}

/** Adds a vendor to the directory that all tenants share. */
export async function listVendor(tx: TenantTransaction, vendorName: string): Promise<string> {
  const id = newId();
  await execute(tx, sql`insert into vendor_directory (id, name) values (${id}, ${vendorName})`);
  return id;
}
