/** Writes an item's other units, its packagings and its barcodes. */
import { wholePackagings, type GivenPackaging, type Packaging } from '../../domain/catalog/packaging.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { name, some, sql } from '../sql-text.ts';
import { postingLock } from '../posting-lock.ts';
import { keepGtins } from './gtins.write.ts';

/**
 * Refuses 409 IN_USE when serial tracking is turned on or off for an item with stock, whose units would have no
 * serials.
 */
export async function assertSerialTrackingFree(
  tx: TenantTransaction,
  itemId: string,
  isTracked: boolean,
): Promise<void> {
  // Postings hold this lock shared, from before they post until they commit, and its queue is in order. The stock is read
  // by a statement of its own, whose snapshot is younger than the lock.
  await execute(tx, sql`select pg_advisory_xact_lock(${postingLock(tx.organizationId)})`);
  const item = await row<{ serial_tracked: boolean; has_stock: boolean }>(
    tx,
    sql`select i.serial_tracked, exists (select 1 from inventory_balances b
              where b.organization_id = i.organization_id and b.item_id = i.id and b.qty > 0) as has_stock
       from items i where i.organization_id = ${tx.organizationId} and i.id = ${itemId}`,
  );
  if (!item?.has_stock || item.serial_tracked === isTracked) return;
  throw new Refusal('IN_USE', 'serial_tracked cannot change while the item has stock.', {
    path: 'serial_tracked',
  });
}

const measures = ['units_per_carton', 'units_per_pallet', 'weight_kg', 'volume_cbm'] as const;

/** Whether the item's goods have moved, and are measured by these changes otherwise than they were. */
export async function isMeasuredAnew(
  tx: TenantTransaction,
  itemId: string,
  changes: { [measure in (typeof measures)[number]]?: number | string | null },
): Promise<boolean> {
  const given = measures.filter((measure) => changes[measure] !== undefined);
  const differs = given.map((measure) => {
    const present = name(`i.${measure}`);
    return sql`(${present} is not null and ${present} is distinct from ${changes[measure] ?? null}::numeric)`;
  });
  const found = await row(
    tx,
    sql`select 1 from items i
         where i.organization_id = ${tx.organizationId} and i.id = ${itemId} and ${some(differs)}
           and exists (select 1 from inventory_ledger e where e.organization_id = i.organization_id and e.item_id = i.id)`,
  );
  return found !== undefined;
}

export interface ItemParts {
  uoms?: readonly { uom: string; factor: number | string }[] | undefined;
  packagings?: readonly Packaging[] | undefined;
  barcodes?: readonly { barcode: string; uom?: string | null }[] | undefined;
}

/** The parts as they are sent. */
export type GivenParts = Omit<ItemParts, 'packagings'> & {
  packagings?: readonly GivenPackaging[] | undefined;
};

/**
 * Replaces the lists that are given. A unit, packaging or barcode listed twice is 400; a barcode of another of the
 * merchant's items is 409 DUPLICATE.
 */
export async function replaceItemParts(
  tx: TenantTransaction,
  itemId: string,
  parts: GivenParts,
): Promise<void> {
  const isAsked = parts.uoms ?? parts.packagings;
  const item = isAsked && (await row<{ uom: string }>(tx, itemUnit(tx.organizationId, itemId)));
  const whole = checkedParts(parts, item?.uom);
  await replacePartsOfItems(tx, [{ ...whole, item_id: itemId }]);
}

const itemUnit = (organizationId: string, itemId: string) =>
  sql`select uom from items where organization_id = ${organizationId} and id = ${itemId}`;

/**
 * Refuses 400 when an item lists a unit or a barcode twice, its base unit being one it has already. A unit is found in
 * whatever case it is written, so `cs` beside `CS` never would be. Returns the parts with everything said.
 */
export function checkedParts({ packagings, ...parts }: GivenParts, baseUom = ''): ItemParts {
  const { uoms = [], barcodes = [] } = parts;
  const units = uoms.map(({ uom }) => uom.toUpperCase());
  assertOnce('uoms', units);
  if (units.includes(baseUom.toUpperCase())) {
    throw invalid('uoms', 'base_unit', `uoms names ${baseUom}, the item's base unit, which is always 1`);
  }
  assertOnce(
    'barcodes',
    barcodes.map(({ barcode }) => barcode),
  );
  return { ...parts, packagings: packagings && wholePackagings(packagings, baseUom, uoms) };
}

/** A merchant's barcode with the item that will have it; null for an item not created yet. */
export interface OwnBarcode {
  merchant_id: string;
  barcode: string;
  item_id: string | null;
}

/** Those of these barcodes that another item has, with that item and its SKU. */
export function barcodesOfOthers(
  tx: TenantTransaction,
  wanted: readonly OwnBarcode[],
): Promise<(OwnBarcode & { item_id: string; sku: string })[]> {
  return rows(
    tx,
    sql`select b.merchant_id, b.barcode, b.item_id, i.sku
       from unnest(${wanted.map((one) => one.merchant_id)}::uuid[], ${wanted.map(({ barcode }) => barcode)}::text[],
                   ${wanted.map((one) => one.item_id)}::uuid[]) as k (merchant_id, barcode, item_id)
       join item_barcodes b on b.organization_id = ${tx.organizationId} and b.merchant_id = k.merchant_id
        and b.barcode = k.barcode and b.item_id is distinct from k.item_id
       join items i on i.organization_id = b.organization_id and i.id = b.item_id`,
  );
}

/**
 * Replaces the given lists of many items and leaves alone what is the same already; `checkedParts` has checked the
 * lists, and the items are locked or new. A barcode of another item is 409 DUPLICATE; one of a unit that the item does not
 * have is 400.
 */
export async function replacePartsOfItems(
  tx: TenantTransaction,
  items: readonly (ItemParts & { item_id: string })[],
): Promise<void> {
  const ofUnits = items.filter(({ uoms }) => uoms !== undefined);
  if (ofUnits.length > 0) await replaceUnits(tx, ofUnits);
  const ofPackagings = items.filter(({ packagings }) => packagings !== undefined);
  if (ofPackagings.length > 0) await replacePackagings(tx, ofPackagings);
  const packed = items.filter(({ uoms, packagings }) => uoms ?? packagings);
  if (packed.length > 0) await keepGtins(tx, idsOf(packed));
  const ofBarcodes = items.filter(({ barcodes }) => barcodes !== undefined);
  if (ofBarcodes.length > 0) await replaceBarcodes(tx, ofBarcodes);
  const touched = items.filter(({ uoms, barcodes }) => uoms ?? barcodes);
  if (touched.length > 0) await assertBarcodeUnits(tx, touched);
}

type PartsOf = ItemParts & { item_id: string };

async function replaceUnits(tx: TenantTransaction, items: readonly PartsOf[]): Promise<void> {
  const units = items.flatMap(({ item_id, uoms = [] }) => uoms.map((unit) => ({ ...unit, item_id })));
  const given = sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as g (item_id uuid, uom text, factor numeric)`;
  // Sent together, run in this order: what has to go is gone before anything is added.
  await Promise.all([
    execute(
      tx,
      sql`delete from item_packagings u
        where u.organization_id = ${tx.organizationId} and u.item_id = any (${idsOf(items)}::uuid[])
          and u.level is distinct from 'each'
          and not exists (select 1 from ${given} where g.item_id = u.item_id and g.uom = u.uom and g.factor = u.factor)`,
    ),
    execute(
      tx,
      sql`insert into item_packagings (organization_id, item_id, uom, factor)
       select ${tx.organizationId}::uuid, g.item_id, g.uom, g.factor from ${given}
        where not exists (select 1 from item_packagings u
          where u.organization_id = ${tx.organizationId} and u.item_id = g.item_id and u.uom = g.uom)`,
    ),
  ]);
}

/** What is a packaging no longer remains a unit. */
async function replacePackagings(tx: TenantTransaction, items: readonly PartsOf[]): Promise<void> {
  const ids = idsOf(items);
  await Promise.all([
    execute(
      tx,
      sql`delete from item_packagings where organization_id = ${tx.organizationId}
           and item_id = any (${ids}::uuid[]) and level = 'each'`,
    ),
    execute(
      tx,
      sql`update item_packagings set level = null, length_cm = null, width_cm = null, height_cm = null,
                 weight_kg = null, ti = null, hi = null, must_stand = false, max_stack = null, is_shippable = false,
                 gtin = null, contains_level = null
           where organization_id = ${tx.organizationId} and item_id = any (${ids}::uuid[]) and level is not null`,
    ),
    addPackagings(
      tx,
      items.flatMap(({ item_id, packagings = [] }) => packagings.map((one) => ({ ...one, item_id }))),
    ),
  ]);
}

/** Writes packagings over what the items have of the same unit; the items get what they lack of it. */
export async function addPackagings(
  tx: TenantTransaction,
  packagings: readonly (Packaging & { item_id: string })[],
): Promise<void> {
  if (packagings.length === 0) return;
  const given = packagings.map((one) => ({ ...one, organization_id: tx.organizationId }));
  await Promise.all([
    execute(
      tx,
      sql`insert into item_packagings
       select * from jsonb_populate_recordset(null::item_packagings, ${JSON.stringify(given)}::jsonb)
           on conflict (organization_id, item_id, uom) do update
              set factor = excluded.factor, level = excluded.level, length_cm = excluded.length_cm,
                  width_cm = excluded.width_cm, height_cm = excluded.height_cm, weight_kg = excluded.weight_kg,
                  ti = excluded.ti, hi = excluded.hi, must_stand = excluded.must_stand,
                  max_stack = excluded.max_stack, is_shippable = excluded.is_shippable,
                  gtin = excluded.gtin, contains_level = excluded.contains_level`,
    ),
    execute(
      tx,
      sql`update items i
          set weight_kg = coalesce(i.weight_kg, p.weight_kg), volume_cbm = coalesce(i.volume_cbm, p.volume_cbm),
              units_per_carton = coalesce(i.units_per_carton, p.in_case),
              units_per_pallet = coalesce(i.units_per_pallet, p.on_pallet)
         from (select item_id, max(weight_kg) filter (where level = 'each') as weight_kg,
                      max(length_cm * width_cm * height_cm / 1000000) filter (where level = 'each') as volume_cbm,
                      max(factor) filter (where level = 'case') as in_case,
                      max(factor) filter (where level = 'pallet') as on_pallet
                 from item_packagings
                where organization_id = ${tx.organizationId} and item_id = any (${idsOf(packagings)}::uuid[])
                group by item_id) p
        where i.organization_id = ${tx.organizationId} and i.id = p.item_id
          and (i.weight_kg is null or i.volume_cbm is null or i.units_per_carton is null or i.units_per_pallet is null)`,
    ),
  ]);
}

async function replaceBarcodes(tx: TenantTransaction, items: readonly PartsOf[]): Promise<void> {
  const codes = items.flatMap(({ item_id, barcodes = [] }) => barcodes.map((code) => ({ ...code, item_id })));
  const given = sql`jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as g (item_id uuid, barcode text, uom text)`;
  await Promise.all([
    execute(
      tx,
      sql`delete from item_barcodes b
        where b.organization_id = ${tx.organizationId} and b.item_id = any (${idsOf(items)}::uuid[]) and not b.is_gtin
          and not exists (select 1 from ${given}
            where g.item_id = b.item_id and g.barcode = b.barcode and g.uom is not distinct from b.uom)`,
    ),
    execute(
      tx,
      sql`insert into item_barcodes (organization_id, merchant_id, item_id, barcode, uom)
       select i.organization_id, i.merchant_id, i.id, g.barcode, g.uom
         from ${given}
         join items i on i.organization_id = ${tx.organizationId} and i.id = g.item_id
        where not exists (select 1 from item_barcodes b
          where b.organization_id = ${tx.organizationId} and b.merchant_id = i.merchant_id
            and b.barcode = g.barcode and b.item_id = g.item_id)`,
    ),
  ]);
}

/** A barcode that stands for a unit the item does not have would be counted as nobody knows how many. */
async function assertBarcodeUnits(tx: TenantTransaction, items: readonly PartsOf[]): Promise<void> {
  const lost = await row<{ barcode: string; uom: string }>(
    tx,
    sql`select b.barcode, b.uom from item_barcodes b
         join items i on i.organization_id = b.organization_id and i.id = b.item_id
        where b.organization_id = ${tx.organizationId} and b.item_id = any (${idsOf(items)}::uuid[])
          and upper(b.uom) <> upper(i.uom)
          and not exists (select 1 from item_uoms u where u.organization_id = b.organization_id
                             and u.item_id = b.item_id and upper(u.uom) = upper(b.uom))
        limit 1`,
  );
  if (!lost) return;
  const inFile = `${lost.barcode}=${lost.uom}`;
  const sentence = `barcodes has ${lost.barcode} for ${lost.uom}, which is no unit of the item; in a file, the barcode ${inFile} is written ${inFile}=`;
  throw invalid('barcodes', 'unit_unknown', sentence);
}

function idsOf(items: readonly { item_id: string }[]): string[] {
  return items.map(({ item_id: id }) => id);
}

function assertOnce(path: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw invalid(path, 'repeated', `${path} names ${twice} more than once`);
}
