/** Checks what a stock movement refers to: the location in its warehouse, the item and its merchant, and its units. */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import type { Apart } from '../../domain/inventory/hazard-segregation.ts';
import type { KeptAs } from '../../domain/inventory/storage-class.ts';
import { isFraction, wholeUnitsOnly } from '../../domain/inventory/serials.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Of warehouses `w` and locations `l`. */
const locationColumns = sql`w.id as warehouse_id, w.time_zone, l.id, l.code, l.type, l.is_active, l.storage_class,
  l.temperature_class, l.is_limited, l.max_lpn_height_cm is not null as has_height`;

export interface LocationRef extends KeptAs {
  id: string;
  code: string;
  type: string;
  is_active: boolean;
  /** It has a limit that what lies there takes from. */
  is_limited: boolean;
  /** It takes license plates up to a height only, which is nobody's to take. */
  has_height: boolean;
  warehouse_id: string;
  time_zone: string;
}

/** A location in the warehouse. Refuses 400 UNKNOWN_REFERENCE for either id. */
export async function requireLocation(
  tx: TenantTransaction,
  warehouseId: string,
  locationId: string,
  path = 'location_id',
): Promise<LocationRef> {
  const found = await row<{ location: string | null } & LocationRef>(
    tx,
    sql`select ${locationColumns}
       from warehouses w
       left join locations l on l.organization_id = w.organization_id and l.warehouse_id = w.id and l.id = ${locationId}
      where w.organization_id = ${tx.organizationId} and w.id = ${warehouseId}`,
  );
  if (!found) throw unknownReference('warehouse_id', 'warehouse');
  if (!found.id) throw unknownReference(path, 'location of that warehouse');
  return found;
}

/** A location to put goods in: like `requireLocation`, and also refuses 400 for an inactive one. */
export async function requireTarget(
  tx: TenantTransaction,
  warehouseId: string,
  locationId: string,
  path = 'to_location_id',
): Promise<LocationRef> {
  const location = await requireLocation(tx, warehouseId, locationId, path);
  if (!location.is_active) throw invalid(path, 'inactive', `${path} names an inactive location`);
  return location;
}

/**
 * Of item `i`, in a statement that reads it anyway: its class of dangerous goods and those it is kept apart from (`Apart`).
 * Null for all other goods, and while no rule names its class.
 */
export const apartOf = sql`case when i.hazard is not null then (
    select jsonb_build_object('class', i.hazard->>'class', 'from', jsonb_agg(
             case when g.class = i.hazard->>'class' then g.other_class else g.class end))
      from hazard_segregation g
     where g.organization_id = i.organization_id and g.is_active and g.rule <> 'ok'
       and i.hazard->>'class' in (g.class, g.other_class) having count(*) > 0) end`;

export interface StockItem extends KeptAs {
  id: string;
  merchant_id: string;
  sku: string;
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
  weight_kg: string | null;
  volume_cbm: string | null;
  apart: Apart | null;
}

const stockItemColumns = sql`i.id, i.merchant_id, i.sku, i.lot_tracked, i.expiry_tracked, i.serial_tracked, i.weight_kg,
  i.volume_cbm, i.storage_class, i.temperature_class, ${apartOf} as apart`;

/**
 * The item of a movement, belonging to the merchant when one is given. Refuses 400 UNKNOWN_REFERENCE, and 400
 * LOT_REQUIRED for a lot-tracked item without a lot.
 */
export async function requireStockItem(
  tx: TenantTransaction,
  itemId: string,
  { lotNo, merchantId }: { lotNo: string | undefined; merchantId?: string },
): Promise<StockItem> {
  const item = await row<StockItem>(
    tx,
    sql`select ${stockItemColumns} from items i where i.organization_id = ${tx.organizationId} and i.id = ${itemId}`,
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

export interface NamedPlace {
  warehouse_id: string;
  location_id: string;
}

/** The items that exist, by id. */
export async function readStockItems(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StockItem>> {
  const found = await rows<StockItem>(
    tx,
    sql`select ${stockItemColumns} from items i
      where i.organization_id = ${tx.organizationId} and i.id = any (${[...new Set(ids)]}::uuid[])`,
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

/** The locations that exist, by warehouse and location; an existing warehouse also has an entry under ''. */
export async function readPlaces(
  tx: TenantTransaction,
  places: readonly NamedPlace[],
): Promise<ReadonlyMap<string, Partial<LocationRef>>> {
  const found = await rows<Partial<LocationRef> & { warehouse_id: string; id: string | null }>(
    tx,
    sql`select ${locationColumns}
       from unnest(${places.map(({ warehouse_id: id }) => id)}::uuid[],
                   ${places.map(({ location_id: id }) => id)}::uuid[]) as k (warehouse_id, location_id)
       join warehouses w on w.organization_id = ${tx.organizationId} and w.id = k.warehouse_id
       left join locations l on l.organization_id = w.organization_id and l.warehouse_id = w.id and l.id = k.location_id`,
  );
  return new Map(
    found.flatMap((place) => [
      [`${place.warehouse_id}/`, place] as const,
      [`${place.warehouse_id}/${place.id ?? ''}`, place] as const,
    ]),
  );
}

/** A location in the warehouse. Refuses 400 UNKNOWN_REFERENCE for either id. */
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

// Items tracked by serial number move and leave in whole units: half a unit has no serial number that could go with it.
interface WantedUnits {
  item_id: string | null;
  qty: string | number | Decimal;
}

const isBroken = ({ qty }: WantedUnits): boolean => isFraction(decimal(String(qty)));

/** The items tracked by serial number of which one of these wants a fraction. Whole quantities cost no query. */
export async function itemsInFractions(
  tx: TenantTransaction,
  wanted: readonly WantedUnits[],
): Promise<(one: WantedUnits) => boolean> {
  const ids = wanted.filter(isBroken).flatMap(({ item_id: id }) => id ?? []);
  if (ids.length === 0) return () => false;
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from items where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[]) and serial_tracked`,
  );
  const tracked = new Set(found.map(({ id }) => id));
  return (one) => one.item_id !== null && tracked.has(one.item_id) && isBroken(one);
}

/** Refuses 400 VALIDATION_FAILED with code whole_units for each quantity that is not whole; `pathOf` names it. */
export async function assertWholeUnits(
  tx: TenantTransaction,
  wanted: readonly WantedUnits[],
  pathOf: (index: number) => string,
): Promise<void> {
  const isBrokenUp = await itemsInFractions(tx, wanted);
  const problems = wanted.flatMap((one, index) => (isBrokenUp(one) ? [wholeUnitsOnly(pathOf(index))] : []));
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);
}
