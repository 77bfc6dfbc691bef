/** What the movements of a group name, read once for all: items, and locations in their warehouses. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { Refusal, unknownReference } from '../../domain/refusals.ts';
import type { LocationRef, StockItem } from './stock-references.read.ts';

export interface NamedPlace {
  warehouse_id: string;
  location_id: string;
}

/** The items that are there, by id. */
export async function readStockItems(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StockItem>> {
  const found = await rows<StockItem>(
    tx,
    sql`select id, merchant_id, sku, lot_tracked, serial_tracked from items
      where organization_id = ${organizationId} and id = any (${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(found.map((item) => [item.id, item]));
}

/** The item of a movement. Refuses 400 UNKNOWN_REFERENCE, and 400 LOT_REQUIRED for a lot-tracked item without a lot. */
export function stockItemOf(items: ReadonlyMap<string, StockItem>, itemId: string, lotNo: string): StockItem {
  const item = items.get(itemId.toLowerCase());
  if (!item) throw unknownReference('item_id', 'item');
  if (!item.lot_tracked || lotNo) return item;
  throw new Refusal('LOT_REQUIRED', `${item.sku} is tracked by lot: lot_no is required.`, {
    item_id: itemId,
  });
}

/** The locations that are there, by warehouse and location; a warehouse that is there is named with '' too. */
export async function readPlaces(
  tx: TenantTransaction,
  organizationId: string,
  places: readonly NamedPlace[],
): Promise<ReadonlyMap<string, Partial<LocationRef>>> {
  const found = await rows<Partial<LocationRef> & { warehouse_id: string; id: string | null }>(
    tx,
    sql`select w.id as warehouse_id, w.time_zone, l.id, l.code, l.type, l.is_active
       from unnest(${places.map(({ warehouse_id: id }) => id)}::uuid[],
                   ${places.map(({ location_id: id }) => id)}::uuid[]) as k (warehouse_id, location_id)
       join warehouses w on w.organization_id = ${organizationId} and w.id = k.warehouse_id
       left join locations l on l.organization_id = w.organization_id and l.warehouse_id = w.id and l.id = k.location_id`,
  );
  return new Map(
    found.flatMap((place) => [
      [`${place.warehouse_id}/`, place] as const,
      [`${place.warehouse_id}/${place.id ?? ''}`, place] as const,
    ]),
  );
}

/** A location of the warehouse. Refuses 400 UNKNOWN_REFERENCE for either id. */
export function placeOf(
  places: ReadonlyMap<string, Partial<LocationRef>>,
  { warehouse_id, location_id }: NamedPlace,
  path = 'location_id',
): LocationRef {
  const warehouse = `${warehouse_id.toLowerCase()}/`;
  if (!places.has(warehouse)) throw unknownReference('warehouse_id', 'warehouse');
  const found = places.get(`${warehouse}${location_id.toLowerCase()}`);
  if (!found) throw unknownReference(path, 'location of that warehouse');
  return found as LocationRef;
}
