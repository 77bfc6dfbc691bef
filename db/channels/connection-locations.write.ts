/** Writes which of a store's places each warehouse fills. The caller holds the connection locked. */
import { notFound } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { insertRecord } from '../records.write.ts';
import { sql } from '../sql-text.ts';

/** Refuses 409 DUPLICATE for a warehouse that fills one of the store's places already. */
export const insertLocation = (
  tx: TenantTransaction,
  location: { connection_id: string; merchant_id: string; warehouse_id: string; store_location: string },
): Promise<string> => insertRecord(tx, 'connection_locations', location);

/** Whose it is. Refuses 404. */
export async function findLocationConnection(
  tx: TenantTransaction,
  id: string,
): Promise<{ connection_id: string; warehouse_id: string }> {
  const found = await row<{ connection_id: string; warehouse_id: string }>(
    tx,
    sql`select connection_id, warehouse_id from connection_locations
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('location of the store');
  return found;
}

/** False if the warehouse fills that place already. */
export async function setStoreLocation(tx: TenantTransaction, id: string, place: string): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update connection_locations set store_location = ${place}, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id} and store_location <> ${place}`,
  );
  return changed > 0;
}

export async function removeLocation(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`delete from connection_locations where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
