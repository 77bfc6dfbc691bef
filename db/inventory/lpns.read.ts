/** Reads license plates: where they are and what is on them. */
import type { LpnStatus } from '../../domain/inventory/lpn-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import type { StockStatus } from './ledger.write.ts';

export interface PalletRow {
  id: string;
  lpn: string;
  type: 'pallet' | 'carton';
  state: LpnStatus;
  parent_id: string | null;
  parent_lpn: string | null;
  warehouse_id: string;
  location_id: string | null;
  location: string | null;
  sscc: string | null;
  height_cm: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`p.id, p.lpn, p.type, p.state, p.parent_lpn_id as parent_id, u.lpn as parent_lpn, p.warehouse_id,
  p.location_id, l.code as location, p.sscc, p.height_cm, p.created_at, p.updated_at`;

const from = sql`lpns p`;
const joins = sql`left join locations l on l.organization_id = p.organization_id and l.id = p.location_id
  left join lpns u on u.organization_id = p.organization_id and u.id = p.parent_lpn_id`;

export interface PalletFilter {
  lpn?: string;
  type?: string;
  state?: string;
  warehouse_id?: string;
  location_id?: string;
  parent_id?: string;
}

/** License plates ordered by LPN. */
export function listPallets(
  tx: TenantTransaction,
  { parent_id: parentId, ...equal }: PalletFilter,
  page: PageQuery,
): Promise<PageOf<PalletRow>> {
  const filters = { ...equal, parent_lpn_id: parentId };
  const where = every([sql`p.organization_id = ${tx.organizationId}`, ...equalTo('p', filters)]);
  return readPage<PalletRow>(tx, { columns, from, joins, where, order: ['p.lpn', 'p.id'] }, page);
}

export function findPallet(tx: TenantTransaction, id: string): Promise<PalletRow | undefined> {
  return row<PalletRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where p.organization_id = ${tx.organizationId} and p.id = ${id}`,
  );
}

export interface PalletStockRow {
  lpn: string;
  item_id: string;
  sku: string;
  merchant_id: string;
  lot_no: string | null;
  status: StockStatus;
  qty: string;
  uom: string;
}

const stockRowsMax = 1000;

/** The stock on a license plate and its cartons, at most 1000 rows. */
export function listPalletStock(tx: TenantTransaction, id: string): Promise<PalletStockRow[]> {
  return rows<PalletStockRow>(
    tx,
    sql`select p.lpn, b.item_id, i.sku, b.merchant_id, nullif(b.lot_no, '') as lot_no, b.status, b.qty, i.uom
       from lpns p
       join inventory_balances b on b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0
       join items i on i.organization_id = b.organization_id and i.id = b.item_id
      where p.organization_id = ${tx.organizationId} and (p.id = ${id} or p.parent_lpn_id = ${id})
      order by p.lpn, i.sku, b.lot_no, b.status limit ${stockRowsMax}`,
  );
}
