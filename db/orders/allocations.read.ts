/** What an order holds and why, or what it would get. */
import { pushDemand } from '../../domain/orders/demand.ts';
import { invalid } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { findStock, type ShortLine } from '../inventory/allocation.write.ts';
import { readLines, readOrderSettings } from './order-lock.write.ts';

export interface AllocationRow {
  line_id: string;
  product_id: string;
  warehouse_id: string;
  location_id: string | null;
  location: string | null;
  lot_no: string | null;
  lpn_id: string | null;
  qty: string;
  status: 'planned' | 'open' | 'picked' | 'shipped' | 'released';
  why: unknown;
}

export interface Allocations {
  allocations: AllocationRow[];
  short: ShortLine[];
}

/** The hard allocations of an order in both inventory modes; undefined when there is no such order. */
export async function listAllocations(
  tx: TenantTransaction,
  orderId: string,
): Promise<Allocations | undefined> {
  const order = await row(
    tx,
    sql`select id from sales_orders where organization_id = ${tx.organizationId} and id = ${orderId}`,
  );
  if (!order) return undefined;
  const allocations = await rows<AllocationRow>(
    tx,
    sql`select a.order_line_id as line_id, a.item_id as product_id, a.warehouse_id, a.location_id, l.code as location,
            nullif(a.lot_no, '') as lot_no, a.lpn_id, a.qty, a.status, a.why
       from allocations a
       join locations l on l.organization_id = a.organization_id and l.id = a.location_id
      where a.organization_id = ${tx.organizationId} and a.order_id = ${orderId}
      union all
     select a.order_line_id, a.item_id, a.warehouse_id, null, null, null, null, a.qty, a.status, '{}'::jsonb
       from oms_allocations a where a.organization_id = ${tx.organizationId} and a.order_id = ${orderId}
      order by 1, 5, 6`,
  );
  return { allocations, short: [] };
}

/** What a release would take from a warehouse now (by default the order's own). Takes and locks nothing. */
export async function planAllocation(
  tx: TenantTransaction,
  orderId: string,
  warehouseId: string | undefined,
): Promise<Allocations | undefined> {
  const order = await row<{ status: string; warehouse_id: string | null; inventory_mode: string }>(
    tx,
    sql`select status, warehouse_id, inventory_mode from sales_orders where organization_id = ${tx.organizationId} and id = ${orderId}`,
  );
  if (!order) return undefined;
  const place = warehouseId ?? order.warehouse_id;
  if (!place)
    throw invalid('warehouse_id', 'required', 'warehouse_id is required: the order has no warehouse yet');
  const lines = pushDemand(await readLines(tx, orderId), order.status);
  const { allocation_strategy: strategy } = await readOrderSettings(tx);
  const { pieces, short } = await findStock(tx, {
    organizationId: tx.organizationId,
    warehouseId: place,
    strategy,
    lines,
  });
  const codes = await rows<{ id: string; code: string }>(
    tx,
    sql`select id, code from locations where organization_id = ${tx.organizationId} and id = any (${pieces.map(({ location_id: id }) => id)}::uuid[])`,
  );
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]));
  return {
    short,
    allocations: pieces.map(({ item_id: productId, merchant_id: _merchant, lot_no: lotNo, ...piece }) => ({
      ...piece,
      product_id: productId,
      location: codeOf.get(piece.location_id) ?? null,
      lot_no: lotNo || null,
      status: 'planned',
    })),
  };
}
