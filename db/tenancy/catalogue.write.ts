/** Rows of a catalogue, inserted as given: how demo organizations get their warehouses, items and partners. */
import { v7 as uuidv7 } from 'uuid';
import type { TenantTransaction } from '../database.ts';

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

/** The vendor directory is shared: a name that is there already keeps its row. */
export async function findOrListVendor(tx: TenantTransaction, name: string): Promise<string> {
  await tx('vendor_directory').insert({ id: uuidv7(), name }).onConflict().ignore();
  const listed = (await tx('vendor_directory').whereRaw('lower(name) = lower(?)', [name]).first('id')) as {
    id: string;
  };
  return listed.id;
}
