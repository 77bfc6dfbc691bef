/** Reads the data for pallet labels. */
import { groupBy } from '../../domain/group-by.ts';
import type { PalletContent, PalletLabel } from '../../domain/printing/labels.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** A pallet, and the receipt during which it was built; null for one that goods were put onto since. */
export interface PalletToLabel {
  lpn_id: string;
  receipt_id: string | null;
}

export interface PalletForLabel extends PalletLabel {
  warehouse_id: string;
  /** Null for one with goods of several merchants: its label is the operator's. */
  merchant_id: string | null;
  /** May be printed as an SSCC: the prefix GS1 gave the organization, or zeros. */
  gs1_company_prefix: string;
}

type Standing = Omit<PalletForLabel, 'contents' | 'merchant_id'> & PalletToLabel;
type Content = PalletContent & { lpn_id: string; merchant_id: string };

/** Each pallet asked for with what is on it and its cartons, largest quantity first; undefined in place of one that is empty by now. */
export async function readPalletsForLabel(
  tx: TenantTransaction,
  asked: readonly PalletToLabel[],
): Promise<(PalletForLabel | undefined)[]> {
  const lpnIds = asked.map(({ lpn_id: id }) => id);
  const [pallets, contents] = await Promise.all([
    rows<Standing>(
      tx,
      sql`select p.id as lpn_id, k.receipt_id, p.lpn, p.sscc, p.warehouse_id, r.receipt_no, o.gs1_company_prefix,
              to_char(now() at time zone w.time_zone, 'YYYY-MM-DD') as day
         from unnest(${lpnIds}::uuid[], ${asked.map(({ receipt_id: id }) => id)}::uuid[]) as k (lpn_id, receipt_id)
         join lpns p on p.organization_id = ${tx.organizationId} and p.id = k.lpn_id
         left join inbound_receipts r on r.organization_id = ${tx.organizationId} and r.id = k.receipt_id
         join warehouses w on w.organization_id = p.organization_id and w.id = p.warehouse_id
         join organizations o on o.id = p.organization_id`,
    ),
    rows<Content>(
      tx,
      sql`select k.lpn_id, b.merchant_id, i.sku, i.name as item_name, i.uom, trim_scale(sum(b.qty))::text as qty,
              nullif(b.lot_no, '') as lot_no, to_char(lots.expiry_date, 'YYYY-MM-DD') as expiry_date
         from (select distinct unnest(${lpnIds}::uuid[]) as lpn_id) k
        cross join lateral (
          select k.lpn_id as id
          union all
          select c.id from lpns c where c.organization_id = ${tx.organizationId} and c.parent_lpn_id = k.lpn_id) f
         join inventory_balances b on b.organization_id = ${tx.organizationId} and b.lpn_id = f.id and b.qty > 0
         join items i on i.organization_id = b.organization_id and i.id = b.item_id
         left join lots on lots.organization_id = b.organization_id and lots.item_id = b.item_id and lots.lot_no = b.lot_no
        group by k.lpn_id, b.merchant_id, i.sku, i.name, i.uom, b.lot_no, lots.expiry_date
        order by sum(b.qty) desc, i.sku, b.lot_no`,
    ),
  ]);
  const palletOf = new Map(
    pallets.map(({ lpn_id, receipt_id, ...pallet }) => [`${lpn_id}/${receipt_id}`, pallet]),
  );
  const contentsOf = groupBy(contents, ({ lpn_id: id }) => id);
  return asked.map(({ lpn_id, receipt_id }) => {
    const pallet = palletOf.get(`${lpn_id}/${receipt_id}`);
    const on = contentsOf.get(lpn_id);
    if (!pallet || !on) return undefined;
    const merchants = [...new Set(on.map(({ merchant_id }) => merchant_id))];
    return { ...pallet, merchant_id: merchants.length === 1 ? merchants[0]! : null, contents: on };
  });
}
