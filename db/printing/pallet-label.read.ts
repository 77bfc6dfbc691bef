/** Reads the data for a pallet label. */
import type { PalletContent, PalletLabel } from '../../domain/printing/labels.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface PalletForLabel extends PalletLabel {
  warehouse_id: string;
  merchant_id: string;
  /** May be printed as an SSCC: the prefix GS1 gave the organization, or zeros. */
  gs1_company_prefix: string;
}

/** The pallet and its contents, largest quantity first; undefined when it is empty by now. */
export async function readPalletForLabel(
  tx: TenantTransaction,
  lpnId: string,
  receiptId: string,
): Promise<PalletForLabel | undefined> {
  const found = await row<Omit<PalletForLabel, 'contents' | 'merchant_id'>>(
    tx,
    sql`select p.lpn, p.sscc, p.warehouse_id, r.receipt_no, o.gs1_company_prefix,
            to_char(now() at time zone w.time_zone, 'YYYY-MM-DD') as received_on
       from lpns p
       join inbound_receipts r on r.organization_id = p.organization_id and r.id = ${receiptId}
       join warehouses w on w.organization_id = p.organization_id and w.id = p.warehouse_id
       join organizations o on o.id = p.organization_id
      where p.organization_id = ${tx.organizationId} and p.id = ${lpnId}`,
  );
  if (!found) return undefined;
  const contents = await rows<PalletContent & { merchant_id: string }>(
    tx,
    sql`select b.merchant_id, i.sku, i.name as item_name, i.uom, trim_scale(sum(b.qty))::text as qty,
            nullif(b.lot_no, '') as lot_no, to_char(lots.expiry_date, 'YYYY-MM-DD') as expiry_date
       from inventory_balances b
       join items i on i.organization_id = b.organization_id and i.id = b.item_id
       left join lots on lots.organization_id = b.organization_id and lots.item_id = b.item_id and lots.lot_no = b.lot_no
      where b.organization_id = ${tx.organizationId} and b.lpn_id = ${lpnId} and b.qty > 0
      group by b.merchant_id, i.sku, i.name, i.uom, b.lot_no, lots.expiry_date
      order by sum(b.qty) desc, i.sku, b.lot_no`,
  );
  return contents.length === 0 ? undefined : { ...found, merchant_id: contents[0]!.merchant_id, contents };
}
