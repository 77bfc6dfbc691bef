/** Reads how items are packed, and what a scanned barcode stands for. */
import type { Packaging, PackagingLevel } from '../../domain/catalog/packaging.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readTogether } from '../shared-reads.ts';
import { sql } from '../sql-text.ts';

/** The packagings of items, the smallest first. */
export async function readPackagings(
  tx: TenantTransaction,
  itemIds: readonly string[],
): Promise<(Packaging & { item_id: string; level: PackagingLevel })[]> {
  if (itemIds.length === 0) return [];
  const found = await rows<Packaging & { item_id: string; factor: number | string }>(
    tx,
    sql`select item_id, level, uom, factor, length_cm, width_cm, height_cm, weight_kg, ti, hi, must_stand, max_stack,
               is_shippable, gtin, contains_level
          from item_packagings
         where organization_id = ${tx.organizationId} and item_id = any (${[...itemIds]}::uuid[]) and level is not null
         order by item_id, factor, uom`,
  );
  const measures = ['factor', 'length_cm', 'width_cm', 'height_cm', 'weight_kg'] as const;
  return found.map((packaging) => ({
    ...packaging,
    ...Object.fromEntries(
      measures.map((name) => [name, packaging[name] === null ? null : Number(packaging[name])]),
    ),
  }));
}

export interface ScannedUnit {
  barcode: string;
  item_id: string;
  /** Base units in one of what was scanned. */
  factor: string;
}

/** What barcodes stand for: merchants who sell the same goods share them. */
export function unitsOfBarcodes(tx: TenantTransaction, barcodes: readonly string[]): Promise<ScannedUnit[]> {
  return rows<ScannedUnit>(
    tx,
    sql`select b.barcode, b.item_id, coalesce(u.factor, 1)::text as factor
          from item_barcodes b
          left join item_uoms u on u.organization_id = b.organization_id and u.item_id = b.item_id
           and upper(u.uom) = upper(b.uom)
         where b.organization_id = ${tx.organizationId} and b.barcode = any (${[...barcodes]}::text[])`,
  );
}

export interface ScannableItem {
  serial_tracked: boolean;
  barcodes: { barcode: string; uom: string | null }[];
}

const barcodesShownMax = 50;

/** What is scanned of an item; at most 50 of its barcodes. */
export const findScannable = readTogether<ScannableItem>(async (tx, ids) => {
  const found = await rows<ScannableItem & { id: string }>(
    tx,
    sql`select i.id, i.serial_tracked,
               coalesce((select jsonb_agg(jsonb_build_object('barcode', b.barcode, 'uom', b.uom))
                           from (select barcode, uom from item_barcodes
                                  where organization_id = i.organization_id and item_id = i.id
                                  order by barcode limit ${barcodesShownMax}) b), '[]') as barcodes
          from items i where i.organization_id = ${tx.organizationId} and i.id = any (${[...ids]}::uuid[])`,
  );
  return new Map(found.map((item) => [item.id, item]));
});

/** The barcodes of items, with the unit each stands for. */
export function barcodeUnits(
  tx: TenantTransaction,
  itemIds: readonly string[],
): Promise<{ item_id: string; barcode: string; uom: string | null }[]> {
  return rows(
    tx,
    sql`select item_id, barcode, uom from item_barcodes
         where organization_id = ${tx.organizationId} and item_id = any (${[...itemIds]}::uuid[])`,
  );
}
