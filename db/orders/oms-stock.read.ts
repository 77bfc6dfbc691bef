/** Reads OMS inventory. */
import type { TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface OmsInventoryRow {
  item_id: string;
  sku: string;
  name: string;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  status: 'available' | 'allocated';
  qty: string;
  updated_at: Date;
}

export interface OmsInventoryFilters {
  product_id?: string;
  sku?: string;
  merchant_id?: string;
  warehouse_id?: string;
  status?: 'available' | 'allocated';
}

const columns = sql`b.item_id, i.sku, i.name, b.merchant_id, b.warehouse_id, w.code as warehouse_code, b.status, b.qty,
  b.updated_at`;

const from = sql`oms_balances b
  join items i on i.organization_id = b.organization_id and i.id = b.item_id
  join warehouses w on w.organization_id = b.organization_id and w.id = b.warehouse_id`;

/** Balances above zero, by sku, warehouse and status. */
export function listOmsInventory(
  tx: TenantTransaction,
  { product_id: itemId, sku, page, page_size, ...equal }: OmsInventoryFilters & PageQuery,
): Promise<PageOf<OmsInventoryRow>> {
  const where = every([
    sql`b.organization_id = ${tx.organizationId} and b.qty > 0`,
    ...equalTo('b', { ...equal, item_id: itemId }),
    ...equalTo('i', { sku }),
  ]);
  const list = { columns, from, where, order: ['i.sku', 'w.code', 'b.status', 'b.item_id'] };
  return readPage<OmsInventoryRow>(tx, list, { page, page_size });
}
