/** Supply and promises of items: the figures coverage is computed from, in both inventory modes. */
import type { StockFigure } from '../../domain/oms/coverage.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { allocatableJoins, rejectionSql } from './allocatable.ts';

export type InventoryMode = 'wms_sync' | 'oms_standalone';

const supplySql: Record<InventoryMode, string> = {
  wms_sync: `
    select b.item_id, b.warehouse_id, b.qty as supply, 0::numeric as promised
      from inventory_balances b ${allocatableJoins}
     where b.organization_id = ? and b.item_id = any (?::uuid[]) and b.status = 'available' and b.qty > 0
       and (${rejectionSql}) is null`,
  oms_standalone: `
    select b.item_id, b.warehouse_id, b.qty as supply, 0::numeric as promised
      from oms_balances b
     where b.organization_id = ? and b.item_id = any (?::uuid[]) and b.status = 'available' and b.qty > 0`,
};

/**
 * Per item and warehouse what is there to promise and what is promised. Decide on it only under the items' lock
 * (`lockPromises`); without it, it is information.
 */
export function readStockFigures(
  tx: TenantTransaction,
  organizationId: string,
  mode: InventoryMode,
  itemIds: readonly string[],
): Promise<StockFigure[]> {
  return rows<StockFigure>(
    tx,
    `select item_id, warehouse_id, sum(supply) as supply, sum(promised) as promised
       from (${supplySql[mode]}
             union all
             select p.item_id, p.warehouse_id, 0, p.qty from item_promises p
              where p.organization_id = ? and p.item_id = any (?::uuid[]) and p.qty > 0) figures
      group by item_id, warehouse_id`,
    [organizationId, itemIds, organizationId, itemIds],
  );
}
