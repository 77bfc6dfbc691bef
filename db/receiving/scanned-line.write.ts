/** The receipt line that a scan is of, where it names the item and not the line. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** A line for a scan. */
export interface ScannedLine {
  line_id: string;
  /** Not its SKU was read, but a barcode, which stands for a unit. */
  is_barcode: boolean;
  /** How many base units the line's unit is. */
  line_factor: string;
}

export interface ScannedItem {
  /** Its SKU or a barcode. */
  item: string;
  /** The barcode of the unit it is counted in; otherwise as `item` says, a SKU the base unit. */
  barcode: string | null;
  qty: string;
  lotNo: string | null;
}

/**
 * Before others a line in whose unit the scan can be told, then one that is not counted in full, of the lot if one is named,
 * and that takes all of it. The receipt is locked: of two scans at once the second goes by what the first one left. No line
 * where nothing of what was scanned is on the receipt; undefined for an unknown receipt.
 */
export async function scannedLine(
  tx: TenantTransaction,
  receiptId: string,
  { item, barcode, qty, lotNo }: ScannedItem,
): Promise<{ warehouse_id: string; line: ScannedLine | undefined } | undefined> {
  const receipt = await row<{ warehouse_id: string }>(
    tx,
    sql`select warehouse_id from inbound_receipts
         where organization_id = ${tx.organizationId} and id = ${receiptId} for update`,
  );
  if (!receipt) return undefined;
  const line = await row<ScannedLine>(
    tx,
    sql`select l.id as line_id, i.sku <> ${item} as is_barcode, l.uom_factor::text as line_factor
          from inbound_receipt_lines l
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
          left join item_barcodes b on b.organization_id = i.organization_id and b.item_id = i.id
           and b.barcode = coalesce(${barcode}, nullif(${item}, i.sku))
          left join item_uoms u on u.organization_id = b.organization_id and u.item_id = b.item_id
           and upper(u.uom) = upper(b.uom)
         cross join lateral (select ${qty}::numeric * coalesce(u.factor, 1) as base) came
         cross join lateral (select round(came.base / l.uom_factor, 6) as qty) told
         where l.organization_id = ${tx.organizationId} and l.receipt_id = ${receiptId}
           and (i.sku = ${item} or exists (
             select 1 from item_barcodes b
              where b.organization_id = i.organization_id and b.item_id = i.id and b.barcode = ${item}))
         order by told.qty * l.uom_factor <> came.base,
                  coalesce(l.received_qty + l.damaged_qty + l.rejected_qty >= l.expected_qty, false),
                  l.lot_no is distinct from ${lotNo}, l.lot_no is not null,
                  coalesce(l.received_qty + l.damaged_qty + l.rejected_qty + told.qty > l.expected_qty, false),
                  l.expected_qty is null, l.line_no limit 1`,
  );
  return { ...receipt, line };
}
