/** Locks stock before it moves. The movement itself is ledger.write.ts#post, the only writer of balances. */
import { Refusal } from '../../domain/refusal.ts';
import { lotExpiryConflict } from '../../domain/inventory/lots.ts';
import { stockOf, type StockAt } from '../../domain/inventory/choose-stock.ts';
import { rowName, type StockRowKey } from '../../domain/inventory/stock-in-turn.ts';
import { toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { readHolders } from './holders.read.ts';
import type { StockStatus } from './ledger.write.ts';

/** A balance as the API shows it: an item, lot and status at a location, summed over license plates. */
export interface StockRow {
  item_id: string;
  location_id: string;
  lot_no: string;
  status: StockStatus;
}

/** Locks the stock of a balance and of those it will go to, like `lockStockRows`. Returns the stock of the first. */
export async function lockStock(
  tx: TenantTransaction,
  at: StockRow,
  goesTo: StockRow[] = [],
): Promise<readonly StockAt[]> {
  const locked = await lockStockRows(tx, [at, ...goesTo]);
  return locked.get(rowName(at))!;
}

/**
 * Locks the stock of balances, per license plate and in key order, so that two opposite moves cannot deadlock. The
 * advisory locks also cover balances that do not exist yet: two adjustments to "10" cannot both find nothing and both
 * add ten. Returns the stock of each balance by its key.
 */
export async function lockStockRows(
  tx: TenantTransaction,
  asked: readonly StockRowKey[],
): Promise<ReadonlyMap<string, readonly StockAt[]>> {
  const keys = [...new Map(asked.map((key) => [rowName(key), key])).values()];
  if (keys.length === 0) return new Map();
  const names = keys.map((key) => `${tx.organizationId}/${rowName(key)}`).sort();
  // Sent at once and run in this order: the rows are read once the advisory locks are held.
  const [, locked] = await Promise.all([
    rows(
      tx,
      sql`select pg_advisory_xact_lock(hashtextextended(name, 231)) from unnest(${names}::text[]) name`,
    ),
    rows<StockAt & StockRowKey>(
      tx,
      sql`${stockIn(tx.organizationId, keys)}
        order by b.item_id, b.location_id, b.status, b.lot_no, b.lpn_id for update of b`,
    ),
  ]);
  return byRow(keys, locked);
}

/** What the rows hold now, in the form `lockStockRows` returns, for callers that only look. */
export async function readStockRows(
  tx: TenantTransaction,
  asked: readonly StockRowKey[],
): Promise<ReadonlyMap<string, readonly StockAt[]>> {
  if (asked.length === 0) return new Map();
  return byRow(asked, await rows<StockAt & StockRowKey>(tx, stockIn(tx.organizationId, asked)));
}

function stockIn(organizationId: string, keys: readonly StockRowKey[]): SqlText {
  return sql`select b.item_id, b.location_id, b.lot_no, b.status, b.lpn_id, b.qty
         from unnest(${keys.map((key) => key.item_id)}::uuid[], ${keys.map((key) => key.location_id)}::uuid[],
                     ${keys.map((key) => key.status)}::text[], ${keys.map((key) => key.lot_no)}::text[])
                as k (item_id, location_id, status, lot_no)
         join inventory_balances b on b.organization_id = ${organizationId} and b.item_id = k.item_id
          and b.location_id = k.location_id and b.status = k.status and b.lot_no = k.lot_no`;
}

function byRow(
  keys: readonly StockRowKey[],
  found: readonly (StockAt & StockRowKey)[],
): Map<string, StockAt[]> {
  const stock = new Map<string, StockAt[]>(keys.map((key) => [rowName(key), []]));
  for (const { lpn_id, qty, ...key } of found) stock.get(rowName(key))!.push({ lpn_id, qty });
  return stock;
}

/** 409 INSUFFICIENT_STOCK with the quantity present, the quantity allocated, and who holds it. */
export async function insufficientStock(
  tx: TenantTransaction,
  at: StockRow,
  present: readonly StockAt[],
  required: Decimal,
): Promise<Refusal> {
  const allocatedRow = { ...at, status: 'allocated' as const };
  const allocated = await rows<StockAt>(
    tx,
    sql`select lpn_id, qty from inventory_balances
      where organization_id = ${tx.organizationId} and item_id = ${at.item_id} and location_id = ${at.location_id} and status = 'allocated' and lot_no = ${at.lot_no}`,
  );
  const available = stockOf(present);
  return new Refusal(
    'INSUFFICIENT_STOCK',
    // All there is was asked for, and there is nothing.
    required.eq(zero)
      ? `There is nothing here that is ${at.status}.`
      : `There are ${available.toString()} ${at.status}, not the ${required.toString()} asked for.`,
    {
      item_id: at.item_id,
      location_id: at.location_id,
      lot_no: at.lot_no || null,
      status: at.status,
      required: toJsonNumber(required),
      available: toJsonNumber(available),
      allocated: toJsonNumber(stockOf(allocated)),
      holders: await readHolders(tx, allocatedRow),
    },
  );
}

/** Records a lot. A lot that is already recorded keeps its dates. */
export async function ensureLot(tx: TenantTransaction, itemId: string, lotNo: string): Promise<void> {
  if (!lotNo) return;
  await execute(
    tx,
    sql`insert into lots (organization_id, item_id, lot_no) values (${tx.organizationId}, ${itemId}, ${lotNo})
     on conflict (organization_id, item_id, lot_no) do nothing`,
  );
}

export interface DatedLot {
  item_id: string;
  lot_no: string;
  expiry_date: string | null;
  manufacture_date: string | null;
}

/**
 * Records lots with their dates, each once, in key order. Refuses 409 LOT_EXPIRY_CONFLICT with both dates when one is
 * on record with another, and 400 EXPIRY_BEFORE_MANUFACTURE when what is then on record cannot be.
 */
export async function recordLots(tx: TenantTransaction, lots: readonly DatedLot[]): Promise<void> {
  if (lots.length === 0) return;
  const known = await rows<DatedLot>(
    tx,
    sql`insert into lots as l (organization_id, item_id, lot_no, expiry_date, manufacture_date)
     select ${tx.organizationId}::uuid, item_id, lot_no, expiry_date, manufacture_date
       from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb)
         as e (item_id uuid, lot_no text, expiry_date date, manufacture_date date)
      order by item_id, lot_no
     on conflict (organization_id, item_id, lot_no) do update
       set expiry_date = coalesce(l.expiry_date, excluded.expiry_date),
           manufacture_date = coalesce(l.manufacture_date, excluded.manufacture_date)
     returning item_id, lot_no, expiry_date, manufacture_date`,
  );
  const recorded = new Map(known.map((lot) => [`${lot.item_id}/${lot.lot_no}`, lot]));
  for (const lot of lots) {
    const kept = recorded.get(`${lot.item_id}/${lot.lot_no}`)!;
    for (const path of ['expiry_date', 'manufacture_date'] as const) {
      const given = lot[path];
      if (given && kept[path] !== given) throw lotExpiryConflict(lot.lot_no, kept[path]!, given, path);
    }
    const { expiry_date: expiry, manufacture_date: manufactured } = kept;
    if (expiry && manufactured && expiry < manufactured)
      throw new Refusal('EXPIRY_BEFORE_MANUFACTURE', 'expiry_date is before manufacture_date.', {
        path: 'expiry_date',
        manufacture_date: manufactured,
        expiry_date: expiry,
      });
  }
}
