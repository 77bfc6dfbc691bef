/** Where a lot is that no hold of it reaches: with shipments in the building, gone with others, or between two warehouses. */
import { toJsonNumber } from '../../../domain/decimal.ts';
import { holdingStates } from '../../../domain/inventory/allocations.ts';
import { rows, type TenantTransaction } from '../../database.ts';
import { readPage, type PageOf, type PageQuery } from '../../page.ts';
import { sql, type SqlText } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';
import type { Lot } from './lots.write.ts';

export interface ShipmentOfLot {
  shipment_id: string;
  shipment_no: string;
  kind: string;
  status: string;
  order_id: string | null;
  order_no: string | null;
  shipped_at: string | null;
  qty: number;
}

export interface ShipmentsOfLot {
  total: number;
  qty: number;
  is_cut: boolean;
  shipments: ShipmentOfLot[];
}

/** A shipment with what it has of a lot, and whom it went to. */
export interface LotShipmentRow extends Omit<ShipmentOfLot, 'shipped_at' | 'qty'> {
  customer_id: string | null;
  customer_name: string | null;
  ship_to: string | null;
  tracking_no: string | null;
  shipped_at: Date | null;
  qty: string;
}

export const lotShipmentStates = ['shipped', 'allocated'] as const;
export type LotShipmentState = (typeof lotShipmentStates)[number];

export interface TransferOfLot {
  transfer_id: string;
  transfer_no: string;
  status: string;
  from_warehouse_id: string;
  to_warehouse_id: string;
  qty: number;
}

export interface TransfersOfLot {
  total: number;
  qty: number;
  transfers: TransferOfLot[];
}

const shownMax = 200;

/** Which allocations of a lot, and which of their shipments. */
const which: Record<LotShipmentState, { state: SqlText; ofKind: SqlText }> = {
  // As the index of what left has it: no lot is left out there. A transfer's goods stay ours.
  shipped: { state: sql`a.status = 'shipped' and a.lot_no <> ''`, ofKind: sql`s.kind <> 'transfer'` },
  allocated: { state: isOneOf('a.status', holdingStates), ofKind: sql`true` },
};

/** The shipments that have some of a lot, once each, as the table `s`. */
function shipmentsOf(tx: TenantTransaction, lot: Lot, state: LotShipmentState): SqlText {
  return sql`(select s.organization_id, s.id, s.shipment_no, s.kind, s.status, s.order_id, s.shipped_at, s.tracking_no,
               s.ship_to ->> 'name' as ship_to, n.qty
          from (select a.shipment_id, sum(a.qty) as qty from allocations a
                 where a.organization_id = ${tx.organizationId} and a.item_id = ${lot.item_id} and a.lot_no = ${lot.lot_no}
                   and ${which[state].state}
                 group by a.shipment_id) n
          join wms_shipments s on s.organization_id = ${tx.organizationId} and s.id = n.shipment_id
         where ${which[state].ofKind}) s`;
}

/** All shipments the lot left with, or that still have it in the building, transfers among these; the newest first. */
export function listLotShipments(
  tx: TenantTransaction,
  { state = 'shipped', ...lot }: Lot & { state?: LotShipmentState | undefined },
  page: PageQuery,
): Promise<PageOf<LotShipmentRow>> {
  const list = {
    columns: sql`s.id as shipment_id, s.shipment_no, s.kind, s.status, s.order_id, o.order_no, o.customer_id,
      c.name as customer_name, s.ship_to, s.tracking_no, s.shipped_at, s.qty`,
    from: shipmentsOf(tx, lot, state),
    joins: sql`left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
      left join customers c on c.organization_id = o.organization_id and c.id = o.customer_id`,
    where: sql`true`,
    order: [{ by: sql`s.shipped_at`, isDescending: true, isNullable: true }, '-s.id'],
  };
  return readPage<LotShipmentRow>(tx, list, page);
}

/** The first of them, at most 200; the total and the quantity are of all. */
export async function readShipmentsOf(
  tx: TenantTransaction,
  lot: Lot,
  state: LotShipmentState,
): Promise<ShipmentsOfLot> {
  const found = await rows<
    Omit<ShipmentOfLot, 'qty' | 'shipped_at'> & Sums & { shipped_at: Date | null; qty: string }
  >(
    tx,
    sql`select s.id as shipment_id, s.shipment_no, s.kind, s.status, s.order_id, o.order_no, s.shipped_at, s.qty,
               ${sumsFrom(sql`s`)}
          from ${shipmentsOf(tx, lot, state)}
          left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
         order by s.shipped_at desc nulls last, s.id desc limit ${shownMax}`,
  );
  const sums = sumsOf(found);
  return {
    ...sums,
    is_cut: sums.total > found.length,
    shipments: found.map(({ qty, all_qty: _all, total: _total, ...one }) => ({
      ...one,
      shipped_at: one.shipped_at?.toISOString() ?? null,
      qty: toJsonNumber(qty),
    })),
  };
}

/** The transfers that have left with some of it that has not arrived, the newest first, at most 200. */
export async function readInTransit(
  tx: TenantTransaction,
  itemId: string,
  lotNo: string,
): Promise<TransfersOfLot> {
  const found = await rows<Omit<TransferOfLot, 'qty'> & Sums & { qty: string }>(
    tx,
    sql`select t.id as transfer_id, t.transfer_no, t.status, t.from_warehouse_id, t.to_warehouse_id, n.qty,
               ${sumsFrom(sql`n`)}
          from (select g.transfer_id, sum(g.qty - g.received_qty - g.written_off_qty - g.back_qty) as qty from transfer_goods g
                 where g.organization_id = ${tx.organizationId} and g.item_id = ${itemId} and g.lot_no = ${lotNo}
                   and g.received_qty + g.written_off_qty + g.back_qty < g.qty
                 group by g.transfer_id) n
          join transfers t on t.organization_id = ${tx.organizationId} and t.id = n.transfer_id
         order by t.in_transit_at desc, t.id desc limit ${shownMax}`,
  );
  return {
    ...sumsOf(found),
    transfers: found.map(({ qty, all_qty: _all, total: _total, ...one }) => ({
      ...one,
      qty: toJsonNumber(qty),
    })),
  };
}

interface Sums {
  total: number;
  all_qty: string;
}

const sumsFrom = (table: SqlText): SqlText =>
  sql`count(*) over ()::integer as total, sum(${table}.qty) over () as all_qty`;

const sumsOf = (found: readonly Sums[]) => ({
  total: found[0]?.total ?? 0,
  qty: toJsonNumber(found[0]?.all_qty ?? '0'),
});
