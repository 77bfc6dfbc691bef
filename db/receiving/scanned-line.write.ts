/** The receipt line that a scan is of, where it names the item and not the line. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ScannedLine {
  warehouse_id: string;
  /** Null: nothing of what was scanned is on the receipt. */
  line_id: string | null;
  /** Not its SKU was read, but a barcode, which stands for a unit. */
  is_barcode: boolean;
}

/**
 * Before others a line that is not counted in full, of the lot if one is named. The receipt is locked: of two scans at once
 * the second goes by what the first one left. Undefined for an unknown receipt.
 */
export async function scannedLine(
  tx: TenantTransaction,
  receiptId: string,
  { item, lotNo }: { item: string; lotNo: string | null },
): Promise<ScannedLine | undefined> {
  const receipt = await row<{ warehouse_id: string }>(
    tx,
    sql`select warehouse_id from inbound_receipts
         where organization_id = ${tx.organizationId} and id = ${receiptId} for update`,
  );
  if (!receipt) return undefined;
  const line = await row<{ line_id: string; is_barcode: boolean }>(
    tx,
    sql`select l.id as line_id, i.sku <> ${item} as is_barcode
          from inbound_receipt_lines l
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where l.organization_id = ${tx.organizationId} and l.receipt_id = ${receiptId}
           and (i.sku = ${item} or exists (
             select 1 from item_barcodes b
              where b.organization_id = i.organization_id and b.item_id = i.id and b.barcode = ${item}))
         order by coalesce(l.received_qty + l.damaged_qty + l.rejected_qty >= l.expected_qty, false),
                  l.lot_no is distinct from ${lotNo}, l.lot_no is not null, l.expected_qty is null, l.line_no limit 1`,
  );
  return { ...receipt, line_id: line?.line_id ?? null, is_barcode: line?.is_barcode ?? false };
}
