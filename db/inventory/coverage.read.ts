/** Supply and promises of items: the figures coverage is computed from, in both inventory modes. */
import {
  coverageInTurn,
  coverageOf,
  type Coverage,
  type CoverageInTurn,
  type OwnPromise,
  type StockFigure,
} from '../../domain/inventory/coverage.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { allocatableJoins, rejectionSql } from './allocatable.ts';

export type InventoryMode = 'wms_sync' | 'oms_standalone';

const supplySql: Record<InventoryMode, (organizationId: string, itemIds: readonly string[]) => SqlText> = {
  wms_sync: (organizationId, itemIds) => sql`
    select b.item_id, b.warehouse_id, b.qty as supply, 0::numeric as promised
      from inventory_balances b ${allocatableJoins}
     where b.organization_id = ${organizationId} and b.item_id = any (${itemIds}::uuid[]) and b.status = 'available' and b.qty > 0
       and (${rejectionSql}) is null`,
  oms_standalone: (organizationId, itemIds) => sql`
    select b.item_id, b.warehouse_id, b.qty as supply, 0::numeric as promised
      from oms_balances b
     where b.organization_id = ${organizationId} and b.item_id = any (${itemIds}::uuid[]) and b.status = 'available' and b.qty > 0`,
};

// How many balances per item and warehouse are looked at first: enough for nearly every order, however many an item
// has.
const firstRows = 64;
// Beyond this many items one pass over all their stock is faster than many short lookups.
const firstLookItemsMax = 20;

const firstSupplySql = (organizationId: string, itemIds: readonly string[]): SqlText => sql`
  select s.item_id, s.warehouse_id, s.qty as supply, 0::numeric as promised
    from warehouses place
    cross join unnest(${itemIds}::uuid[]) wanted (item_id)
    cross join lateral (
      select b.item_id, b.warehouse_id, b.qty
        from inventory_balances b ${allocatableJoins}
       where b.organization_id = place.organization_id and b.item_id = wanted.item_id and b.warehouse_id = place.id
         and b.status = 'available' and b.qty > 0 and (${rejectionSql}) is null
       limit ${firstRows}) s
   where place.organization_id = ${organizationId} and place.is_active`;

function figuresSql(organizationId: string, itemIds: readonly string[], supply: SqlText): SqlText {
  return sql`
    select item_id, warehouse_id, sum(supply) as supply, sum(promised) as promised
      from (${supply}
            union all
            select p.item_id, p.warehouse_id, 0, p.qty from item_promises p
             where p.organization_id = ${organizationId} and p.item_id = any (${itemIds}::uuid[]) and p.qty > 0) figures
     group by item_id, warehouse_id`;
}

/** All figures of these items; `readCoverage` is the faster way to a decision. */
export function readStockFigures(
  tx: TenantTransaction,
  mode: InventoryMode,
  itemIds: readonly string[],
): Promise<StockFigure[]> {
  return rows<StockFigure>(
    tx,
    figuresSql(tx.organizationId, itemIds, supplySql[mode](tx.organizationId, itemIds)),
  );
}

export interface CoverageQuestion {
  organizationId: string;
  mode: InventoryMode;
  itemIds: readonly string[];
  safetyStock: string;
  /** The asking order's own promises. */
  own?: readonly OwnPromise[];
  /** Whether this coverage is enough to accept. */
  suffices: (coverage: Coverage) => boolean;
}

/**
 * What stock covers. Decide on it only under the items' lock (`lockCommitments`). It reads part of the stock first: if
 * that part is enough, so is the whole. When it is not enough, the answer covers all stock.
 */
export async function readCoverage(tx: TenantTransaction, question: CoverageQuestion): Promise<Coverage> {
  const { organizationId, mode, safetyStock, own, suffices } = question;
  // Two lines of one item need its stock read only once.
  const itemIds = [...new Set(question.itemIds)];
  if (mode === 'wms_sync' && itemIds.length <= firstLookItemsMax) {
    const part = await rows<StockFigure>(
      tx,
      figuresSql(organizationId, itemIds, firstSupplySql(organizationId, itemIds)),
    );
    const coverage = coverageOf(part, safetyStock, own);
    if (suffices(coverage)) return coverage;
  }
  return coverageOf(await readStockFigures(tx, mode, itemIds), safetyStock, own);
}

/**
 * Decides orders one after another against available coverage, under the items' lock. `decide` first gets part of the
 * stock and says whether that was enough to be sure; when not, it is called again with all of it, so it must start over
 * each time. `orders` is how many are decided: the first, partial read is allowed that many times the items of a single
 * order.
 */
export async function decideInTurn<A>(
  tx: TenantTransaction,
  question: {
    organizationId: string;
    mode: InventoryMode;
    itemIds: readonly string[];
    safetyStock: string;
    orders: number;
  },
  decide: (coverage: CoverageInTurn) => { answers: A; isSure: boolean },
): Promise<A> {
  const { organizationId, mode, safetyStock, orders } = question;
  const itemIds = [...new Set(question.itemIds)];
  if (mode === 'wms_sync' && itemIds.length <= firstLookItemsMax * orders) {
    const part = await rows<StockFigure>(
      tx,
      figuresSql(organizationId, itemIds, firstSupplySql(organizationId, itemIds)),
    );
    const { answers, isSure } = decide(coverageInTurn(part, safetyStock));
    if (isSure) return answers;
  }
  const all = await readStockFigures(tx, mode, itemIds);
  return decide(coverageInTurn(all, safetyStock)).answers;
}
