/** What a stock movement names, checked at once: the location in its warehouse, the item and whose it is. */
import { invalid, Refusal, unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface LocationRef {
  id: string;
  code: string;
  type: string;
  is_active: boolean;
  warehouse_id: string;
  time_zone: string;
}

/** A location of the warehouse. Refuses 400 UNKNOWN_REFERENCE for either id. */
export async function requireLocation(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
  locationId: string,
  path = 'location_id',
): Promise<LocationRef> {
  const found = await row<{ location: string | null } & LocationRef>(
    tx,
    sql`select w.id as warehouse_id, w.time_zone, l.id, l.code, l.type, l.is_active
       from warehouses w
       left join locations l on l.organization_id = w.organization_id and l.warehouse_id = w.id and l.id = ${locationId}
      where w.organization_id = ${organizationId} and w.id = ${warehouseId}`,
  );
  if (!found) throw unknownReference('warehouse_id', 'warehouse');
  if (!found.id) throw unknownReference(path, 'location of that warehouse');
  return found;
}

/** A location goods may be put to: as `requireLocation`, and refuses 400 when it is out of use. */
export async function requireTarget(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
  locationId: string,
): Promise<LocationRef> {
  const location = await requireLocation(tx, organizationId, warehouseId, locationId, 'to_location_id');
  if (!location.is_active)
    throw invalid('to_location_id', 'inactive', 'to_location_id names a location that is out of use');
  return location;
}

export interface StockItem {
  id: string;
  merchant_id: string;
  sku: string;
  lot_tracked: boolean;
  serial_tracked: boolean;
}

/**
 * The item of a movement, of that merchant when one is named. Refuses 400 UNKNOWN_REFERENCE, and 400 LOT_REQUIRED for
 * a lot-tracked item without a lot.
 */
export async function requireStockItem(
  tx: TenantTransaction,
  organizationId: string,
  itemId: string,
  { lotNo, merchantId }: { lotNo: string | undefined; merchantId?: string },
): Promise<StockItem> {
  const item = await row<StockItem>(
    tx,
    sql`select id, merchant_id, sku, lot_tracked, serial_tracked from items where organization_id = ${organizationId} and id = ${itemId}`,
  );
  if (!item) throw unknownReference('item_id', merchantId ? 'item of that merchant' : 'item');
  if (merchantId) assertItemOf(item, merchantId);
  if (item.lot_tracked && !lotNo) {
    throw new Refusal('LOT_REQUIRED', `${item.sku} is tracked by lot: lot_no is required.`, {
      item_id: itemId,
    });
  }
  return item;
}

/** Refuses 400 UNKNOWN_REFERENCE for an item of another merchant. */
export function assertItemOf(item: StockItem, merchantId: string): void {
  if (item.merchant_id !== merchantId) throw unknownReference('item_id', 'item of that merchant');
}
