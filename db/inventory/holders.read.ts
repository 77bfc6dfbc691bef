/** Who holds stock, with which shipments a lot left, and why a balance cannot be allocated, by the allocator's own conditions. */
import { isOneOf } from '../state-columns.ts';
import type { HoldKind, KeptByKind } from '../../domain/inventory/holds.ts';
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { allocatableJoins, rejectionSql } from './allocatable.ts';

export interface Holder {
  allocation_id: string;
  shipment_id: string;
  shipment_no: string;
  order_id: string | null;
  order_no: string | null;
  lpn: string | null;
  status: string;
  qty: number;
  since: Date;
}

const holdersMax = 200;

/**
 * The open and picked allocations on an allocated balance, oldest first, at most 200. Other balances have no holders.
 */
export async function readHolders(
  tx: TenantTransaction,
  at: { item_id: string; location_id: string; lot_no: string; status: string },
): Promise<Holder[]> {
  if (at.status !== 'allocated') return [];
  const found = await rows<Omit<Holder, 'qty'> & { qty: string }>(
    tx,
    sql`select a.id as allocation_id, a.shipment_id, s.shipment_no, a.order_id, o.order_no, p.lpn, a.status, a.qty,
            a.created_at as since
       from allocations a
       join wms_shipments s on s.organization_id = a.organization_id and s.id = a.shipment_id
       left join sales_orders o on o.organization_id = a.organization_id and o.id = a.order_id
       left join lpns p on p.organization_id = a.organization_id and p.id = a.lpn_id
      where a.organization_id = ${tx.organizationId} and a.item_id = ${at.item_id} and a.location_id = ${at.location_id} and a.lot_no = ${at.lot_no} and ${isOneOf('a.status', holdingStates)}
      order by a.created_at, a.id limit ${holdersMax}`,
  );
  return found.map((holder) => ({ ...holder, qty: toJsonNumber(holder.qty) }));
}

/** Why a balance cannot be allocated, with the count task when one locks its location. */
export async function readNotAllocatable(
  tx: TenantTransaction,
  at: { item_id: string; location_id: string; lot_no: string; status: string },
): Promise<{ reason: string | null; count_task_id: string | null }> {
  const found = await row<{ reason: string | null; count_task_id: string | null }>(
    tx,
    sql`select ${rejectionSql} as reason, k.count_task_id
       from inventory_balances b
       ${allocatableJoins}
      where b.organization_id = ${tx.organizationId} and b.item_id = ${at.item_id} and b.location_id = ${at.location_id} and b.lot_no = ${at.lot_no} and b.status = ${at.status}
      limit 1`,
  );
  return found ?? { reason: null, count_task_id: null };
}

const keptByKind = sql`select e.organization_id, e.warehouse_id, e.merchant_id, e.item_id, e.lot_no, e.hold_kind as kind,
    sum(e.qty_delta) as qty, min(e.occurred_at) as since
  from inventory_ledger e where e.hold_kind is not null and e.status = 'hold'`;
const byKind = sql`group by e.organization_id, e.warehouse_id, e.merchant_id, e.item_id, e.lot_no, e.hold_kind
  having sum(e.qty_delta) <> 0`;

/** What holds of a kind keep of a warehouse's stock of a lot: what was placed of it less what was lifted. */
export function readKeptByKind(
  tx: TenantTransaction,
  stock: { warehouse_id: string; item_id: string; lot_no: string },
): Promise<KeptByKind[]> {
  return rows<KeptByKind>(
    tx,
    sql`select k.kind, k.qty from (${keptByKind} and e.organization_id = ${tx.organizationId} and e.item_id = ${stock.item_id}
         and e.lot_no = ${stock.lot_no} and e.warehouse_id = ${stock.warehouse_id} ${byKind}) k order by k.kind`,
  );
}

export interface HoldRow {
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  sku: string;
  lot_no: string;
  kind: HoldKind;
  qty: string;
  held_qty: string;
  since: Date;
}

export interface HoldFilter {
  warehouse_id?: string;
  merchant_id?: string;
  item_id?: string;
  lot_no?: string;
  hold_kind?: HoldKind;
}

/** The same as a list of all stock, the oldest hold first, with what is on hold now for whatever reason. */
export function listHolds(
  tx: TenantTransaction,
  filter: HoldFilter,
  page: PageQuery,
): Promise<PageOf<HoldRow>> {
  const where = every([sql`e.organization_id = ${tx.organizationId}`, ...equalTo('e', filter)]);
  const list = {
    columns: sql`k.warehouse_id, k.merchant_id, k.item_id, i.sku, k.lot_no, k.kind, k.qty, k.since,
      (select coalesce(sum(b.qty), 0) from inventory_balances b
        where b.organization_id = k.organization_id and b.item_id = k.item_id and b.warehouse_id = k.warehouse_id
          and b.lot_no = k.lot_no and b.status = 'hold') as held_qty`,
    from: sql`(${keptByKind} and ${where} ${byKind}) k
      join items i on i.organization_id = k.organization_id and i.id = k.item_id`,
    where: sql`true`,
    order: ['k.since', 'k.item_id', 'k.warehouse_id', 'k.lot_no', 'k.kind'],
  };
  return readPage<HoldRow>(tx, list, page);
}

export interface ShipmentOfLot {
  shipment_id: string;
  shipment_no: string;
  status: string;
  order_id: string | null;
  order_no: string | null;
  shipped_at: string | null;
  qty: number;
}

export interface ShipmentsOfLot {
  total: number;
  qty: number;
  shipments: ShipmentOfLot[];
}

const shownMax = 200;

/** The shipments the lot left with, the newest first, at most 200; the total and the quantity are of all. */
export function readLeft(tx: TenantTransaction, itemId: string, lotNo: string): Promise<ShipmentsOfLot> {
  // As the index of what left has it: no lot is left out there.
  return shipmentsWith(tx, itemId, lotNo, sql`a.status = 'shipped' and a.lot_no <> ''`);
}

/** The same of those that still have it in the building. */
export function readHolding(tx: TenantTransaction, itemId: string, lotNo: string): Promise<ShipmentsOfLot> {
  return shipmentsWith(tx, itemId, lotNo, isOneOf('a.status', holdingStates));
}

async function shipmentsWith(
  tx: TenantTransaction,
  itemId: string,
  lotNo: string,
  state: SqlText,
): Promise<ShipmentsOfLot> {
  const found = await rows<
    Omit<ShipmentOfLot, 'qty' | 'shipped_at'> & {
      shipped_at: Date | null;
      qty: string;
      all_qty: string;
      total: number;
    }
  >(
    tx,
    sql`select s.id as shipment_id, s.shipment_no, s.status, s.order_id, o.order_no, s.shipped_at, n.qty, n.all_qty, n.total
       from (select a.shipment_id, sum(a.qty) as qty, sum(sum(a.qty)) over () as all_qty, count(*) over ()::integer as total
               from allocations a
              where a.organization_id = ${tx.organizationId} and a.item_id = ${itemId} and a.lot_no = ${lotNo} and ${state}
              group by a.shipment_id) n
       join wms_shipments s on s.organization_id = ${tx.organizationId} and s.id = n.shipment_id
       left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
      order by s.shipped_at desc nulls last, s.id desc limit ${shownMax}`,
  );
  return {
    total: found[0]?.total ?? 0,
    qty: toJsonNumber(found[0]?.all_qty ?? '0'),
    shipments: found.map(({ qty, all_qty: _all, total: _total, ...one }) => ({
      ...one,
      shipped_at: one.shipped_at?.toISOString() ?? null,
      qty: toJsonNumber(qty),
    })),
  };
}
