/** Reads items with their units, packagings and barcodes. */
import type { RecordSource } from '../records.read.ts';
import { sql } from '../sql-text.ts';

/** The list and detail of items; `barcode` finds the item for a scanned barcode. */
export function itemSource(columns: readonly string[]): RecordSource {
  return {
    from: sql`(
      select i.*,
        coalesce((select json_agg(json_build_object('uom', u.uom, 'factor', u.factor) order by u.uom)
                    from item_uoms u where u.organization_id = i.organization_id and u.item_id = i.id), '[]') as uoms,
        coalesce((select json_agg(json_build_object('level', p.level, 'uom', p.uom, 'factor', p.factor,
                      'length_cm', p.length_cm, 'width_cm', p.width_cm, 'height_cm', p.height_cm, 'weight_kg', p.weight_kg,
                      'ti', p.ti, 'hi', p.hi, 'must_stand', p.must_stand, 'max_stack', p.max_stack,
                      'is_shippable', p.is_shippable, 'gtin', p.gtin, 'contains_level', p.contains_level) order by p.factor, p.uom)
                    from item_packagings p
                   where p.organization_id = i.organization_id and p.item_id = i.id and p.level is not null), '[]') as packagings,
        coalesce((select json_agg(json_build_object('barcode', c.barcode, 'uom', c.uom) order by c.barcode)
                    from item_barcodes c where c.organization_id = i.organization_id and c.item_id = i.id
                     and not c.is_gtin), '[]') as barcodes
        from items i)`,
    columns: [...columns, 'uoms', 'packagings', 'barcodes'],
    searched: ['sku', 'name'],
    words: 'items',
    conditions: {
      barcode: (barcode) =>
        sql`exists (select 1 from item_barcodes b where b.organization_id = records.organization_id
                       and b.item_id = records.id and b.barcode = ${barcode})`,
    },
  };
}
