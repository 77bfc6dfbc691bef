/** Available to promise as a list: the same figures an approval decides on. */
import { atLeastZero, decimal } from '../../domain/decimal.ts';
import type { TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { allocatableJoins, rejectionSql } from '../inventory/allocatable.ts';
import type { InventoryMode } from '../inventory/coverage.read.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface AvailabilityRow {
  product_id: string;
  sku: string;
  name: string;
  merchant_id: string;
  supply: string;
  promised: string;
  safety_stock: string;
  /** On its way from another warehouse. */
  incoming: string;
  atp: string;
}

export const availabilitySorts = { sku: 'p.sku', created_at: 'p.created_at' } as const;

export interface AvailabilityFilters {
  product_id?: string;
  sku?: string;
  merchant_id?: string;
  warehouse_id?: string;
}

const supplyOf: Record<InventoryMode, (place: string | null) => SqlText> = {
  wms_sync: (place) => sql`
    select sum(b.qty) from inventory_balances b ${allocatableJoins}
     where b.organization_id = p.organization_id and b.item_id = p.id and b.status = 'available' and b.qty > 0
       and (${place}::uuid is null or b.warehouse_id = ${place}::uuid) and (${rejectionSql}) is null`,
  oms_standalone: (place) => sql`
    select sum(b.qty) from oms_balances b
     where b.organization_id = p.organization_id and b.item_id = p.id and b.status = 'available'
       and (${place}::uuid is null or b.warehouse_id = ${place}::uuid)`,
};

/**
 * ATP per product, across all warehouses or in one. For one warehouse only promises bound to it count, and no safety
 * stock.
 */
export async function listAvailability(
  tx: TenantTransaction,
  mode: InventoryMode,
  safetyStock: string,
  { product_id, sku, merchant_id, warehouse_id, ...page }: AvailabilityFilters & PageQuery,
): Promise<PageOf<AvailabilityRow>> {
  const place = warehouse_id ?? null;
  const [id, code, merchant] = [product_id ?? null, sku ?? null, merchant_id ?? null];
  const wanted = sql`p.organization_id = ${tx.organizationId} and (${id}::uuid is null or p.id = ${id}::uuid)
    and (${code}::text is null or p.sku = ${code}::text) and (${merchant}::uuid is null or p.merchant_id = ${merchant}::uuid)`;
  const counted = {
    columns: sql`p.id as product_id, p.sku, p.name, p.merchant_id,
                    coalesce((${supplyOf[mode](place)}), 0) as supply,
                    coalesce((select sum(r.qty) from item_promises r
                               where r.organization_id = p.organization_id and r.item_id = p.id
                                 and (${place}::uuid is null or r.warehouse_id = ${place}::uuid)), 0) as promised,
                    case when ${place}::uuid is null then ${safetyStock}::numeric else 0 end as safety_stock,
                    coalesce((select sum(g.qty - g.received_qty - g.written_off_qty - g.back_qty) from transfer_goods g
                                join transfers t on t.organization_id = g.organization_id and t.id = g.transfer_id
                               where g.organization_id = p.organization_id and g.item_id = p.id
                                 and g.received_qty + g.written_off_qty + g.back_qty < g.qty and t.status <> 'closed'
                                 and (${place}::uuid is null or t.to_warehouse_id = ${place}::uuid)), 0) as incoming`,
    from: sql`items p`,
    where: wanted,
    sorts: availabilitySorts,
    id: 'p.id',
    usual: 'sku',
  };
  const { rows, ...facts } = await readPage<Omit<AvailabilityRow, 'atp'>>(tx, counted, page);
  return { ...facts, rows: rows.map((row) => ({ ...row, atp: promisable(row) })) };
}

function promisable({ supply, promised, safety_stock }: Omit<AvailabilityRow, 'atp'>): string {
  return atLeastZero(decimal(supply).minus(promised).minus(safety_stock)).toFixed();
}
