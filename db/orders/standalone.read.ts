/** Reads of OMS inventory. */
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';

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

const columns = [
  'b.item_id',
  'i.sku',
  'i.name',
  'b.merchant_id',
  'b.warehouse_id',
  'w.code as warehouse_code',
  'b.status',
  'b.qty',
  'b.updated_at',
];

/** Balances above zero, by sku, warehouse and status. */
export function listOmsInventory(
  tx: TenantTransaction,
  organizationId: string,
  {
    product_id: itemId,
    sku,
    merchant_id: merchantId,
    warehouse_id: warehouseId,
    status,
    ...page
  }: OmsInventoryFilters & PageQuery,
): Promise<{ rows: OmsInventoryRow[]; total: number }> {
  const base = tx('oms_balances as b')
    .join('items as i', (on) => on.on('i.organization_id', 'b.organization_id').andOn('i.id', 'b.item_id'))
    .join('warehouses as w', (on) =>
      on.on('w.organization_id', 'b.organization_id').andOn('w.id', 'b.warehouse_id'),
    )
    .where('b.organization_id', organizationId)
    .where('b.qty', '>', 0);
  const equal = {
    'b.item_id': itemId,
    'i.sku': sku,
    'b.merchant_id': merchantId,
    'b.warehouse_id': warehouseId,
    'b.status': status,
  };
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) base.where(column, value);
  const order = ['i.sku', 'w.code', 'b.status', 'b.item_id'].map((column) => ({ column }));
  return readPage<OmsInventoryRow>(base as never, columns, order, page);
}
