/**
 * Inventory as clients see it: item x location x status x lot, summed over license plates, now or at any past moment.
 */
import { invalid } from '../../domain/refusal.ts';
import type { StockRowKey } from '../../domain/inventory/stock-in-turn.ts';
import type { StockStatus } from './ledger.write.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, name, sql, type SqlText } from '../sql-text.ts';
import { type Closing, nearestClosing, stockAt, withClosings } from '../closings/closings.read.ts';
import {
  beginningOf,
  type OrderTerm,
  type PageOf,
  type PageQuery,
  type Position,
  readPage,
} from '../page.ts';
import { postingsSettled } from '../posting-lock.ts';

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

/** Conditions on the keys of stock, by plain column names. Codes, SKUs and LPNs are looked up once. */
function keysMeant(organizationId: string, { location, sku, lpn, ...equal }: InventoryFilter): SqlText {
  const named = (column: string, table: string, word: string, value: string | undefined): SqlText[] =>
    value === undefined
      ? []
      : [
          sql`${name(column)} = any (array(select n.id from ${name(table)} n
                where n.organization_id = ${organizationId} and n.${name(word)} = ${value}))`,
        ];
  return every([
    ...conditionsOn(equal),
    ...named('location_id', 'locations', 'code', location),
    ...named('item_id', 'items', 'sku', sku),
    ...named('lpn_id', 'lpns', 'lpn', lpn),
  ]);
}

const conditionsOn = (equal: object): SqlText[] =>
  Object.entries(equal)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${name(column)} = ${value}`);

/** Stock by key: current balances, or the ledger summed up to a moment. */
interface StockSource {
  organizationId: string;
  /** A past moment, and the closing of the ledger to start from. */
  past?: { moment: string; closing: Closing | undefined } | undefined;
}

function stockOf({ organizationId, past }: StockSource, only: SqlText, isByItem = false): SqlText {
  if (past)
    return sql`select p.*, p.updated_at as received_at from (${stockAt(organizationId, { ...past, isByItem }, only)}) p`;
  return sql`select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, qty, updated_at,
                    received_at, row_id
               from inventory_balances where organization_id = ${organizationId} and ${only}`;
}

const names = sql`join locations l on l.organization_id = b.organization_id and l.id = b.location_id
      join warehouses w on w.organization_id = b.organization_id and w.id = b.warehouse_id
      left join lots t on t.organization_id = b.organization_id and t.item_id = b.item_id and t.lot_no = b.lot_no`;

const groupColumns = sql`b.row_id, b.warehouse_id, w.code, b.location_id, l.code, b.item_id, i.sku, i.name, b.merchant_id, b.lot_no,
  t.expiry_date, b.status, i.uom`;
const rowColumns = sql`b.row_id as id, b.warehouse_id, w.code as warehouse_code, b.location_id, l.code as location, b.item_id, i.sku,
  i.name as item_name, b.merchant_id, nullif(b.lot_no, '') as lot_no, t.expiry_date, b.status, sum(b.qty) as qty, i.uom,
  count(b.lpn_id) filter (where b.qty <> 0)::integer as lpn_count, max(b.updated_at) as updated_at,
  min(b.received_at) filter (where b.qty <> 0) as created_at`;
const lpnColumns = sql`, b.lpn_id, p.lpn`;
const nothing = sql``;

/** Rows summed over all the stock that is selected: for stock with few keys, or sorted by a sum. */
function rowsByKey(source: StockSource, only: SqlText, isHeld: SqlText, plates: SqlText): SqlText {
  return sql`(select ${rowColumns}${plates}, b.lot_no as lot
      from (${stockOf(source, only)}) b
      join items i on i.organization_id = b.organization_id and i.id = b.item_id
      ${names}
      left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
     where ${isHeld} group by ${groupColumns}${plates}) s`;
}

/** The same, item by item: a page by SKU reads only the first items, of those that `among` selects, not all of them. */
function rowsByItem(source: StockSource, only: SqlText, among: SqlText, byLpn: boolean): SqlText {
  const plate = byLpn ? sql`, k.lpn_id` : nothing;
  const ofItem = sql`item_id = i.id and ${only}`;
  return sql`(select b.row_id as id, b.warehouse_id, w.code as warehouse_code, b.location_id, l.code as location, b.item_id,
        i.sku, i.name as item_name, b.merchant_id, nullif(b.lot_no, '') as lot_no, t.expiry_date, b.status, b.qty, i.uom,
        b.lpn_count, b.updated_at, b.lot_no as lot${byLpn ? lpnColumns : nothing}
      from items i
     cross join lateral (
       select k.organization_id, k.row_id, k.warehouse_id, k.location_id, k.item_id, k.merchant_id, k.lot_no, k.status,
              sum(k.qty) as qty, count(k.lpn_id)::integer as lpn_count, max(k.updated_at) as updated_at${plate}
         from (${stockOf(source, ofItem, true)}) k where k.qty <> 0
        group by k.organization_id, k.row_id, k.warehouse_id, k.location_id, k.item_id, k.merchant_id, k.lot_no, k.status${plate}) b
      ${names}
      ${byLpn ? sql`left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id` : nothing}
     where i.organization_id = ${source.organizationId} and ${among}) s`;
}

export const inventorySorts = {
  sku: 's.sku',
  qty: 's.qty',
  updated_at: 's.updated_at',
  // A balance is a projection and has no beginning of its own: when the stock there arrived, the age FIFO goes by.
  created_at: 's.created_at',
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
 * Waits until no posting in flight can still get a timestamp up to this moment. The specification says nothing about the
 * future; we refuse it with 400, by the database's clock, which is also the ledger's.
 */
async function settle(tx: TenantTransaction, asOf: string): Promise<void> {
  if (Date.now() - Date.parse(asOf) > settledAfterMs) return;
  const settled = await row<{ is_future: boolean }>(
    tx,
    sql`select ${postingsSettled(tx.organizationId)}, ${asOf}::timestamptz > clock_timestamp() as is_future`,
  );
  if (settled!.is_future) throw invalid('as_of', 'future', 'as_of must be in the past');
}

/** A page of the non-empty balances, by sku, location, lot and status. */
export async function listInventory(
  tx: TenantTransaction,
  query: InventoryQuery,
): Promise<PageOf<InventoryRow>> {
  const { asOf } = query;
  if (!asOf) return readRows(tx, { organizationId: tx.organizationId }, query);
  await settle(tx, asOf);
  return withClosings(
    tx,
    async () => [await nearestClosing(tx, asOf)],
    ([closing]) =>
      readRows(tx, { organizationId: tx.organizationId, past: { moment: asOf, closing } }, query),
  );
}

async function readRows(
  tx: TenantTransaction,
  source: StockSource,
  { filter, byLpn = false, page, page_size: size, sort }: InventoryQuery,
): Promise<PageOf<InventoryRow>> {
  const { organizationId } = source;
  const few = isWide(filter) ? await placesOfFew(tx, filter.warehouse_id) : undefined;
  const only = every([keysMeant(organizationId, filter), ...(few ? [few] : [])]);
  const order = rowOrder(sort, byLpn);
  const isByItem = !few && isWide(filter) && /^-?sku$/.test(sort ?? 'sku');
  const list = {
    columns: sql`s.*`,
    from: isByItem
      ? rowsByItem(source, only, every(equalTo('i', { merchant_id: filter.merchant_id })), byLpn)
      : rowsByKey(source, only, sql`b.qty <> 0`, byLpn ? lpnColumns : nothing),
    where: sql`true`,
    behind: isByItem && sort === undefined ? fromSku(beginningOf(page)) : undefined,
    order,
  };
  return readPage<InventoryRow>(tx, list, { page, page_size: size });
}

// As many as are summed and sorted within a few hundredths of a second.
const fewKeys = 10_000;

/**
 * A condition that leads to the stock of a warehouse by its places, if it never held many keys. Going through all items to
 * find what lies in a small warehouse, or in an empty one, would take far longer.
 */
async function placesOfFew(
  tx: TenantTransaction,
  warehouseId: string | undefined,
): Promise<SqlText | undefined> {
  if (warehouseId === undefined) return undefined;
  const places = sql`select l.id from locations l
    where l.organization_id = ${tx.organizationId} and l.warehouse_id = ${warehouseId}`;
  const held = await row<{ keys: number }>(
    tx,
    sql`select count(*)::integer as keys
          from (select from (${places}) l
                  join inventory_balances b on b.organization_id = ${tx.organizationId} and b.location_id = l.id
                 limit ${fewKeys + 1}) there`,
  );
  return held!.keys > fewKeys ? undefined : sql`location_id = any (array(${places}))`;
}

/** Whether the filter leaves in most items: status alone narrows little if it is `available`. */
function isWide({ status, location_id, location, item_id, sku, lot_no, lpn }: InventoryFilter): boolean {
  const narrow = [location_id, location, item_id, sku, lot_no, lpn];
  return narrow.every((word) => word === undefined) && (status === undefined || status === 'available');
}

/** The part of the page's key that an index can use, since the key has columns of several tables. */
function fromSku(beginning: number | Position): SqlText | undefined {
  const sku = typeof beginning === 'number' ? undefined : beginning.key[0];
  return typeof sku === 'string' ? sql`s.sku >= ${sku}` : undefined;
}

/** One row by its stable id, even when it is empty by now. */
export function findInventoryRow(tx: TenantTransaction, id: string): Promise<InventoryRow | undefined> {
  const found = rowsByKey({ organizationId: tx.organizationId }, sql`row_id = ${id}`, sql`true`, nothing);
  return row<InventoryRow>(tx, sql`select s.* from ${found}`);
}

/**
 * The rows for these keys, each like `findInventoryRow`. A key that never held stock gets a row with quantity zero,
 * dated now.
 */
export function readInventoryRows(
  tx: TenantTransaction,
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
      join items i on i.organization_id = ${tx.organizationId} and i.id = n.item_id
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
