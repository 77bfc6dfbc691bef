/** Where goods are when a caller names no location. */
import { row, type TenantTransaction } from '../database.ts';

/** Where goods arrive: the first active staging location of the warehouse by code, else the first dock. */
export async function arrivalLocation(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    `select id from locations
      where organization_id = ? and warehouse_id = ? and is_active and type in ('staging', 'dock')
      order by type = 'staging' desc, code limit 1`,
    [organizationId, warehouseId],
  );
  return found?.id;
}

/** The location with the most of an item: when it has not enough, no single one has. */
export async function fullestLocation(
  tx: TenantTransaction,
  organizationId: string,
  stock: { warehouse_id: string; item_id: string; lot_no: string; status: string },
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    `select l.id from inventory_balances b
       join locations l on l.organization_id = b.organization_id and l.id = b.location_id
      where b.organization_id = ? and b.item_id = ? and b.warehouse_id = ? and b.lot_no = ? and b.status = ? and b.qty > 0
      group by l.id, l.code order by sum(b.qty) desc, l.code limit 1`,
    [organizationId, stock.item_id, stock.warehouse_id, stock.lot_no, stock.status],
  );
  return found?.id;
}
