/** What a store may sell of items now: in all, or at each of its places. */
import { zero } from '../../domain/decimal.ts';
import { quantitiesByPlace, storeQuantity } from '../../domain/channels/store-quantity.ts';
import { coverageOf } from '../../domain/inventory/coverage.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readStockFigures } from '../inventory/coverage.read.ts';
import { sql } from '../sql-text.ts';
import { readOrganization } from '../tenancy/organizations.read.ts';

export interface StorePlace {
  store_location: string;
  warehouse_ids: string[];
}

/** A store's places, in the order in which they were named: what is held back is missing at the last. */
export function readStorePlaces(tx: TenantTransaction, connectionId: string): Promise<StorePlace[]> {
  return rows<StorePlace>(
    tx,
    sql`select store_location, array_agg(warehouse_id order by warehouse_id) as warehouse_ids from connection_locations
         where organization_id = ${tx.organizationId} and connection_id = ${connectionId}
         group by store_location order by min(created_at), store_location`,
  );
}

export interface StockLevel {
  /** '' where the store's levels are not told by place. */
  store_location: string;
  available: number;
}

/** The levels of these items, read now. */
export async function readStockLevels(
  tx: TenantTransaction,
  { inventory_buffer: buffer }: { inventory_buffer: string },
  places: readonly StorePlace[],
  itemIds: readonly string[],
): Promise<(itemId: string) => StockLevel[]> {
  const { inventory_mode: mode, safety_stock: safetyStock } = await readOrganization(tx);
  const { atp, atpIn } = coverageOf(await readStockFigures(tx, mode, [...new Set(itemIds)]), safetyStock);
  return (itemId) => {
    const sellable = storeQuantity(atp(itemId), buffer);
    if (places.length === 0) return [{ store_location: '', available: sellable }];
    const there = places.map(({ warehouse_ids: ids }) =>
      ids.reduce((sum, id) => sum.plus(atpIn(id, itemId)), zero),
    );
    const told = quantitiesByPlace(sellable, there);
    return places.map(({ store_location }, at) => ({ store_location, available: told[at]! }));
  };
}
