/** Rows of a catalogue, inserted as given: how demo organizations get their warehouses, items and partners. */
import { v7 as uuidv7 } from 'uuid';
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export type CatalogueTable =
  | 'merchants'
  | 'warehouses'
  | 'locations'
  | 'items'
  | 'customers'
  | 'channels'
  | 'vendors'
  | 'carriers'
  | 'members';

/** Inserts rows and answers their ids in order. */
export async function insertRows(
  tx: TenantTransaction,
  organizationId: string,
  table: CatalogueTable,
  records: readonly object[],
): Promise<string[]> {
  const rows = records.map((record) => ({ id: uuidv7(), ...record, organization_id: organizationId }));
  await tx(table).insert(rows);
  return rows.map(({ id }) => id);
}

/** Lists a vendor in the directory that all tenants share. */
export async function listVendor(tx: TenantTransaction, name: string): Promise<string> {
  const id = uuidv7();
  await execute(tx, sql`insert into vendor_directory (id, name) values (${id}, ${name})`);
  return id;
}
