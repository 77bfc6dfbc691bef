/** Available to promise, as a list: the same figures an approval decides on. */
import { rows, type TenantTransaction } from '../database.ts';
import { allocatableJoins, rejectionSql } from '../inventory/allocatable.ts';
import type { InventoryMode } from '../inventory/coverage.read.ts';
import type { PageQuery } from '../page.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface AvailabilityRow {
  product_id: string;
  sku: string;
  name: string;
  merchant_id: string;
  supply: string;
  promised: string;
  safety_stock: string;
  atp: string;
}

export const availabilitySorts = ['sku'] as const;

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

/** ATP per product, over all warehouses or in one: there, only what is bound to it counts as promised, and no safety stock. */
export async function listAvailability(
  tx: TenantTransaction,
  organizationId: string,
  mode: InventoryMode,
  safetyStock: string,
  { product_id, sku, merchant_id, warehouse_id, page, page_size, sort }: AvailabilityFilters & PageQuery,
): Promise<{ rows: AvailabilityRow[]; total: number }> {
  const place = warehouse_id ?? null;
  const direction = sort?.startsWith('-') ? sql`desc` : sql`asc`;
  const [id, code, merchant] = [product_id ?? null, sku ?? null, merchant_id ?? null];
  const wanted = sql`i.organization_id = ${organizationId} and (${id}::uuid is null or i.id = ${id}::uuid)
    and (${code}::text is null or i.sku = ${code}::text) and (${merchant}::uuid is null or i.merchant_id = ${merchant}::uuid)`;
  const counted = await rows<{ total: string }>(
    tx,
    sql`select count(*) as total from items i where ${wanted}`,
  );
  const found = await rows<AvailabilityRow>(
    tx,
    sql`select page.*, greatest(supply - promised - safety_stock, 0) as atp
       from (select p.id as product_id, p.sku, p.name, p.merchant_id,
                    coalesce((${supplyOf[mode](place)}), 0) as supply,
                    coalesce((select sum(r.qty) from item_promises r
                               where r.organization_id = p.organization_id and r.item_id = p.id
                                 and (${place}::uuid is null or r.warehouse_id = ${place}::uuid)), 0) as promised,
                    case when ${place}::uuid is null then ${safetyStock}::numeric else 0 end as safety_stock
               from (select i.* from items i where ${wanted}
                      order by i.sku ${direction}, i.id limit ${page_size} offset ${(page - 1) * page_size}) p) page
      order by sku ${direction}, product_id`,
  );
  return { rows: found, total: Number(counted[0]!.total) };
}
