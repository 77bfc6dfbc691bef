/** Locking the stock that the commands of a group move, all at once and in key order. */
import type { StockAt } from '../../domain/inventory/allocate-stock.ts';
import { rowName, type StockRowKey } from '../../domain/inventory/stock-in-turn.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Locks what lies in these rows, plate by plate, as `lockStock` does for one: first the rows' names, sorted, so that a
 * row that does not exist yet is lockable too; then their balances in key order. Answers what lies in each, by its name.
 */
export async function lockStockRows(
  tx: TenantTransaction,
  organizationId: string,
  asked: readonly StockRowKey[],
): Promise<ReadonlyMap<string, readonly StockAt[]>> {
  const keys = [...new Map(asked.map((key) => [rowName(key), key])).values()];
  if (keys.length === 0) return new Map();
  const names = keys.map((key) => `${organizationId}/${rowName(key)}`).sort();
  // Sent at once and run in this order: the rows are looked for once the names are held.
  const [, locked] = await Promise.all([
    rows(
      tx,
      sql`select pg_advisory_xact_lock(hashtextextended(name, 231)) from unnest(${names}::text[]) name`,
    ),
    rows<StockAt & StockRowKey>(
      tx,
      sql`select b.item_id, b.location_id, b.lot_no, b.status, b.lpn_id, b.qty
         from unnest(${keys.map((key) => key.item_id)}::uuid[], ${keys.map((key) => key.location_id)}::uuid[],
                     ${keys.map((key) => key.status)}::text[], ${keys.map((key) => key.lot_no)}::text[])
                as k (item_id, location_id, status, lot_no)
         join inventory_balances b on b.organization_id = ${organizationId} and b.item_id = k.item_id
          and b.location_id = k.location_id and b.status = k.status and b.lot_no = k.lot_no
        order by b.item_id, b.location_id, b.status, b.lot_no, b.lpn_id for update of b`,
    ),
  ]);
  const stock = new Map<string, StockAt[]>(keys.map((key) => [rowName(key), []]));
  for (const { lpn_id, qty, ...key } of locked) stock.get(rowName(key))!.push({ lpn_id, qty });
  return stock;
}
