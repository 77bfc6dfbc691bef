/** The units of items, and how many base units are in one. */
import { asRead, inBaseUnits, type LineInUnit } from '../../domain/catalog/line-units.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ItemUnits {
  id: string;
  merchant_id: string;
  uom: string;
  uoms: Record<string, string>;
}

/** A requested line, before its item and unit are known to exist. */
export interface WantedLine {
  item_id: string;
  uom: string | null;
}

/**
 * The unit and factor of each line, in order. Refuses 400 UNKNOWN_REFERENCE with the field for an item of another
 * merchant or a unit the item does not have. Units are compared case-insensitively.
 */
export async function resolveUnits(
  tx: TenantTransaction,
  merchantId: string,
  wanted: readonly WantedLine[],
  path: (index: number) => string,
): Promise<{ uom: string; uom_factor: string }[]> {
  if (wanted.length === 0) return [];
  const items = await readItemUnits(
    tx,
    wanted.map(({ item_id: id }) => id),
  );
  return unitsOf(items, merchantId, wanted, path);
}

/** The units of items, by item id. */
export async function readItemUnits(
  tx: TenantTransaction,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, ItemUnits>> {
  if (itemIds.length === 0) return new Map();
  const items = await rows<ItemUnits>(
    tx,
    sql`select i.id, i.merchant_id, i.uom,
            coalesce((select jsonb_object_agg(u.uom, u.factor::text) from item_uoms u
                       where u.organization_id = i.organization_id and u.item_id = i.id), '{}') as uoms
       from items i where i.organization_id = ${tx.organizationId} and i.id = any (${[...new Set(itemIds)]}::uuid[])`,
  );
  return new Map(items.map((item) => [item.id, item]));
}

/** Does what `resolveUnits` does, over items already read. */
export function unitsOf(
  items: ReadonlyMap<string, ItemUnits>,
  merchantId: string,
  wanted: readonly WantedLine[],
  path: (index: number) => string,
): { uom: string; uom_factor: string }[] {
  return wanted.map(({ item_id: id, uom }, index) => {
    const item = items.get(id);
    if (item?.merchant_id !== merchantId)
      throw unknownReference(`${path(index)}item_id`, "item of the receipt's merchant");
    return unitOf(item, uom, `${path(index)}uom`);
  });
}

/** The unit named, and how many base units are in one. */
export function unitOf(
  item: ItemUnits,
  uom: string | null,
  path: string,
): { uom: string; uom_factor: string } {
  const units = { ...item.uoms, [item.uom]: '1' };
  if (uom === null) return { uom: item.uom, uom_factor: '1' };
  const known = Object.keys(units).find((name) => name.toLowerCase() === uom.toLowerCase());
  if (known) return { uom: known, uom_factor: units[known]! };
  throw new Refusal('UNKNOWN_REFERENCE', `${path} names no unit of this item.`, {
    path,
    allowed: Object.keys(units),
  });
}

/** A line of an order, or of a shipment, which calls its product `item_id`. */
export interface LineAskedFor {
  product_id?: string | null | undefined;
  item_id?: string;
  qty: number;
  uom?: string | null | undefined;
  /** Of a line that was read: its qty is in base units. */
  uom_qty?: number | null | undefined;
}

/**
 * Reads the units that these lines name, and returns a function that says a line in base units, beside what was asked for.
 * It refuses 400 UNKNOWN_REFERENCE for a unit the item does not have, and VALIDATION_FAILED where there is no item.
 */
export async function readLineUnits(
  tx: TenantTransaction,
  asked: readonly LineAskedFor[],
): Promise<(line: LineAskedFor, path: string) => LineInUnit> {
  const inUnits = asked.filter(({ uom }) => typeof uom === 'string');
  const items = await readItemUnits(
    tx,
    inUnits.flatMap(({ product_id, item_id }) => product_id ?? item_id ?? []),
  );
  return ({ product_id, item_id, qty, uom, uom_qty: asked }, path) => {
    if (typeof uom !== 'string') {
      if (typeof asked !== 'number') return { qty };
      throw invalid(`${path}.uom_qty`, 'no_uom', `${path}.uom_qty needs the uom that it counts`);
    }
    const item = items.get(product_id ?? item_id ?? '');
    if (!item) throw invalid(`${path}.uom`, 'no_product', `${path}.uom needs a product whose unit it is`);
    const unit = unitOf(item, uom, `${path}.uom`);
    return typeof asked === 'number'
      ? asRead({ qty, uom_qty: asked }, unit, path)
      : inBaseUnits(qty, unit, `${path}.qty`);
  };
}
