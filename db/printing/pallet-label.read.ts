/** What a pallet's label says. */
import type { PalletLabel } from '../../domain/printing/labels.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface PalletForLabel extends PalletLabel {
  warehouse_id: string;
  merchant_id: string;
}

/** The pallet with the largest of what stands on it; undefined when nothing does any more. */
export function readPalletForLabel(
  tx: TenantTransaction,
  organizationId: string,
  lpnId: string,
  receiptId: string,
): Promise<PalletForLabel | undefined> {
  return row<PalletForLabel>(
    tx,
    sql`select p.lpn, p.warehouse_id, b.merchant_id, r.receipt_no, i.sku, i.name as item_name, i.uom,
            trim_scale(sum(b.qty))::text as qty, nullif(b.lot_no, '') as lot_no,
            to_char(lots.expiry_date, 'YYYY-MM-DD') as expiry_date
       from lpns p
       join inbound_receipts r on r.organization_id = p.organization_id and r.id = ${receiptId}
       join inventory_balances b on b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0
       join items i on i.organization_id = b.organization_id and i.id = b.item_id
       left join lots on lots.organization_id = b.organization_id and lots.item_id = b.item_id and lots.lot_no = b.lot_no
      where p.organization_id = ${organizationId} and p.id = ${lpnId}
      group by p.lpn, p.warehouse_id, b.merchant_id, r.receipt_no, i.sku, i.name, i.uom, b.lot_no, lots.expiry_date
      order by sum(b.qty) desc, i.sku limit 1`,
  );
}
