/**
 * Inventory as clients see it: item x location x status x lot, summed over license plates, now or at any past moment.
 */
import { invalid } from '../../domain/refusals.ts';
import type { StockRowKey } from '../../domain/inventory/stock-in-turn.ts';
import type { StockStatus } from './ledger.write.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type OrderTerm, type PageOf, type PageQuery, readPage } from '../page.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';

export interface InventoryFilter {
  warehouse_id?: string;
  location_id?: string;
  location?: string;
  item_id?: string;
  sku?: string;
  merchant_id?: string;
  status?: StockStatus;
  lot_no?: string;
  lpn?: string;
}

export interface InventoryRow {
  id: string;
  warehouse_id: string;
  warehouse_code: string;
  location_id: string;
  location: string;
  item_id: string;
  sku: string;
  item_name: string;
  merchant_id: string;
  lot_no: string | null;
  expiry_date: string | null;
  status: StockStatus;
  qty: string;
  uom: string;
  lpn_count: number;
  updated_at: Date;
  lpn_id?: string | null;
  lpn?: string | null;
}

const filterColumns: Record<keyof InventoryFilter, SqlText> = {
  warehouse_id: sql`b.warehouse_id`,
  location_id: sql`b.location_id`,
  location: sql`l.code`,
  item_id: sql`b.item_id`,
  sku: sql`i.sku`,
  merchant_id: sql`b.merchant_id`,
  status: sql`b.status`,
  lot_no: sql`b.lot_no`,
  lpn: sql`p.lpn`,
};

/** Current balances, or the ledger summed up to a moment. An entry counts from its own timestamp on. */
function balances(organizationId: string, asOf: string | undefined): SqlText {
  if (!asOf) return sql`inventory_balances`;
  return sql`(select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id,
                   sum(qty_delta) as qty, max(occurred_at) as updated_at,
                   balance_row_id(item_id, location_id, status, lot_no) as row_id
              from inventory_ledger
             where organization_id = ${organizationId} and occurred_at <= ${asOf}::timestamptz
             group by organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id)`;
}

function matching(
  organizationId: string,
  filter: InventoryFilter,
  asOf: string | undefined,
  condition: SqlText,
): SqlText {
  const named = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => sql`${filterColumns[field as keyof InventoryFilter]} = ${value}`);
  return sql`from ${balances(organizationId, asOf)} b
      join items i on i.organization_id = b.organization_id and i.id = b.item_id
      join locations l on l.organization_id = b.organization_id and l.id = b.location_id
      join warehouses w on w.organization_id = b.organization_id and w.id = b.warehouse_id
      left join lots t on t.organization_id = b.organization_id and t.item_id = b.item_id and t.lot_no = b.lot_no
      left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
      where b.organization_id = ${organizationId} and ${joined([condition, ...named], ' and ')}`;
}

const groupColumns = sql`b.row_id, b.warehouse_id, w.code, b.location_id, l.code, b.item_id, i.sku, i.name, b.merchant_id, b.lot_no,
  t.expiry_date, b.status, i.uom`;
const rowColumns = sql`b.row_id as id, b.warehouse_id, w.code as warehouse_code, b.location_id, l.code as location, b.item_id, i.sku,
  i.name as item_name, b.merchant_id, nullif(b.lot_no, '') as lot_no, t.expiry_date, b.status, sum(b.qty) as qty, i.uom,
  count(b.lpn_id) filter (where b.qty <> 0)::integer as lpn_count, max(b.updated_at) as updated_at`;
const lpnColumns = sql`, b.lpn_id, p.lpn`;
const nothing = sql``;

export const inventorySorts = {
  sku: 's.sku',
  qty: 's.qty',
  updated_at: 's.updated_at',
} as const;

/** The requested `sort` first, then sku, location, lot and status. */
function rowOrder(sort: string | undefined, byLpn: boolean): readonly OrderTerm[] {
  const settled = ['s.sku', 's.location', 's.lot', 's.status', 's.id'];
  // Loose stock comes before stock on license plates.
  const order = byLpn ? [...settled, { by: sql`coalesce(s.lpn, '')` }] : settled;
  if (!sort) return order;
  const column = inventorySorts[sort.replace(/^-/, '') as keyof typeof inventorySorts];
  return [sort.startsWith('-') ? `-${column}` : column, ...order];
}

export interface InventoryQuery extends PageQuery {
  filter: InventoryFilter;
  /** One row per license plate, with its lpn_id and lpn; loose stock is a row without them. */
  byLpn?: boolean;
  asOf?: string | undefined;
}

// No transaction lasts this long, so an older moment needs no waiting.
const settledAfterMs = 60_000;

/**
 * Waits until no posting in flight can still get a timestamp up to this moment: a posting holds the lock shared from
 * before it reads the clock until it commits. The lock is released at once, so that postings continue while the rows
 * are read. The specification says nothing about the future; we refuse it with 400, by the database's clock, which is
 * also the ledger's.
 */
async function settle(tx: TenantTransaction, organizationId: string, asOf: string): Promise<void> {
  if (Date.now() - Date.parse(asOf) > settledAfterMs) return;
  const lock = sql`hashtextextended(${organizationId}, 232)`;
  const settled = await row<{ is_future: boolean }>(
    tx,
    sql`select pg_advisory_lock(${lock}), pg_advisory_unlock(${lock}), ${asOf}::timestamptz > clock_timestamp() as is_future`,
  );
  if (settled!.is_future) throw invalid('as_of', 'future', 'as_of must be in the past');
}

/** A page of the non-empty balances, by sku, location, lot and status. */
export async function listInventory(
  tx: TenantTransaction,
  organizationId: string,
  { filter, byLpn = false, asOf, page, page_size: size, sort }: InventoryQuery,
): Promise<PageOf<InventoryRow>> {
  if (asOf) await settle(tx, organizationId, asOf);
  const plates = byLpn ? lpnColumns : nothing;
  const stock = sql`(select ${rowColumns}${plates}, b.lot_no as lot
      ${matching(organizationId, filter, asOf, sql`b.qty <> 0`)}
      group by ${groupColumns}${plates}) s`;
  const list = { columns: sql`s.*`, from: stock, where: sql`true`, order: rowOrder(sort, byLpn) };
  return readPage<InventoryRow>(tx, list, { page, page_size: size });
}

/** One balance by its stable id, even when it is empty by now. */
export function findInventoryRow(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<InventoryRow | undefined> {
  const from = matching(organizationId, {}, undefined, sql`b.row_id = ${id}`);
  return row<InventoryRow>(tx, sql`select ${rowColumns} ${from} group by ${groupColumns}`);
}

/**
 * The rows for these keys, each like `findInventoryRow`. A key that never held stock gets a row with quantity zero,
 * dated now.
 */
export function readInventoryRows(
  tx: TenantTransaction,
  organizationId: string,
  keys: readonly StockRowKey[],
): Promise<InventoryRow[]> {
  const named = sql`(select distinct k.*, balance_row_id(k.item_id, k.location_id, k.status, k.lot_no) as row_id
      from unnest(${keys.map((key) => key.item_id)}::uuid[], ${keys.map((key) => key.location_id)}::uuid[],
                  ${keys.map((key) => key.status)}::text[], ${keys.map((key) => key.lot_no)}::text[])
           as k (item_id, location_id, status, lot_no))`;
  return rows<InventoryRow>(
    tx,
    sql`select n.row_id as id, l.warehouse_id, w.code as warehouse_code, n.location_id, l.code as location, n.item_id,
           i.sku, i.name as item_name, i.merchant_id, nullif(n.lot_no, '') as lot_no, t.expiry_date, n.status,
           held.qty, i.uom, held.lpn_count, held.updated_at
      from ${named} n
      join items i on i.organization_id = ${organizationId} and i.id = n.item_id
      join locations l on l.organization_id = i.organization_id and l.id = n.location_id
      join warehouses w on w.organization_id = l.organization_id and w.id = l.warehouse_id
      left join lots t on t.organization_id = i.organization_id and t.item_id = n.item_id and t.lot_no = n.lot_no
     cross join lateral (
       select coalesce(sum(b.qty), 0) as qty, count(b.lpn_id) filter (where b.qty <> 0)::integer as lpn_count,
              coalesce(max(b.updated_at), now()) as updated_at
         from inventory_balances b
        where b.organization_id = i.organization_id and b.item_id = n.item_id and b.location_id = n.location_id
          and b.status = n.status and b.lot_no = n.lot_no) held`,
  );
}
