/** Reads what scanned barcodes mean on the receipt lines they are scanned for. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * For each scan, how many base units its barcode stands for and how many the line's unit is; null where the barcode is of
 * no unit of the line's item, nothing where there is no such line.
 */
export function unitsScanned(
  tx: TenantTransaction,
  scans: readonly { line_id: string; barcode: string }[],
): Promise<{ position: number; factor: string | null; line_factor: string }[]> {
  return rows(
    tx,
    sql`select asked.position::int as position, l.uom_factor::text as line_factor,
               case when b.barcode is not null then coalesce(u.factor, 1)::text end as factor
          from unnest(${scans.map((scan) => scan.line_id)}::uuid[], ${scans.map((scan) => scan.barcode)}::text[])
               with ordinality as asked (line_id, barcode, position)
          join inbound_receipt_lines l on l.organization_id = ${tx.organizationId} and l.id = asked.line_id
          left join item_barcodes b on b.organization_id = l.organization_id and b.item_id = l.item_id
           and b.barcode = asked.barcode
          left join item_uoms u on u.organization_id = b.organization_id and u.item_id = b.item_id
           and upper(u.uom) = upper(b.uom)`,
  );
}
