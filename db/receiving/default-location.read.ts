/** Which location is meant when a caller names none. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Where goods arrive: the warehouse's first active staging location by code, otherwise its first dock. */
export async function arrivalLocation(
  tx: TenantTransaction,
  warehouseId: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from locations
      where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and is_active and type in ('staging', 'dock')
      order by type = 'staging' desc, code limit 1`,
  );
  return found?.id;
}

/** The location with the most stock of an item: if that is not enough, no single one has enough. */
export async function fullestLocation(
  tx: TenantTransaction,
  stock: { warehouse_id: string; item_id: string; lot_no: string; status: string },
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select l.id from inventory_balances b
       join locations l on l.organization_id = b.organization_id and l.id = b.location_id
      where b.organization_id = ${tx.organizationId} and b.item_id = ${stock.item_id} and b.warehouse_id = ${stock.warehouse_id} and b.lot_no = ${stock.lot_no} and b.status = ${stock.status} and b.qty > 0
      group by l.id, l.code order by sum(b.qty) desc, l.code limit 1`,
  );
  return found?.id;
}
