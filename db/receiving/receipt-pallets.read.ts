/** The pallets a receipt was received onto. */
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ReceiptPalletRow {
  id: string;
  lpn: string;
  item_id: string;
  sku: string;
  lot_no: string;
  /** In the item's base unit, net of reversals. */
  qty: string;
}

/** What was put on which pallet, by pallet and SKU; at most 5,000 rows. */
export function listReceiptPallets(tx: TenantTransaction, receiptId: string): Promise<ReceiptPalletRow[]> {
  return rows<ReceiptPalletRow>(
    tx,
    sql`select p.id, p.lpn, g.item_id, i.sku, g.lot_no, sum(g.qty_delta) as qty
       from inventory_ledger g
       join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id
       join items i on i.organization_id = g.organization_id and i.id = g.item_id
      where g.organization_id = ${tx.organizationId} and g.ref_id = ${receiptId} and g.ref_type = 'inbound_receipt'
        and g.transaction_type = any (${[...arrivalTypes, 'reverse']}::text[]) and g.status <> 'in_transit'
      group by p.id, p.lpn, g.item_id, i.sku, g.lot_no having sum(g.qty_delta) > 0
      order by p.lpn, i.sku, g.lot_no limit 5000`,
  );
}
