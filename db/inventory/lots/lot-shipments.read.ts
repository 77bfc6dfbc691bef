/** Where a lot is that no hold of it reaches: with shipments in the building, gone with others, or between two warehouses. */
import { toJsonNumber } from '../../../domain/decimal.ts';
import { holdingStates } from '../../../domain/inventory/allocations.ts';
import { rows, type TenantTransaction } from '../../database.ts';
import { sql, type SqlText } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';

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
  shipments: ShipmentOfLot[];
}

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

/** The shipments the lot left with, the newest first, at most 200; the total and the quantity are of all. A transfer's goods stay ours. */
export function readLeft(tx: TenantTransaction, itemId: string, lotNo: string): Promise<ShipmentsOfLot> {
  // As the index of what left has it: no lot is left out there.
  const left = sql`a.status = 'shipped' and a.lot_no <> ''`;
  return shipmentsWith(tx, itemId, lotNo, left, sql`s.kind <> 'transfer'`);
}

/** The same of those that still have it in the building, transfers among them. */
export function readHolding(tx: TenantTransaction, itemId: string, lotNo: string): Promise<ShipmentsOfLot> {
  return shipmentsWith(tx, itemId, lotNo, isOneOf('a.status', holdingStates), sql`true`);
}

async function shipmentsWith(
  tx: TenantTransaction,
  itemId: string,
  lotNo: string,
  state: SqlText,
  which: SqlText,
): Promise<ShipmentsOfLot> {
  const found = await rows<
    Omit<ShipmentOfLot, 'qty' | 'shipped_at'> & Sums & { shipped_at: Date | null; qty: string }
  >(
    tx,
    sql`select s.id as shipment_id, s.shipment_no, s.kind, s.status, s.order_id, o.order_no, s.shipped_at, n.qty,
               ${sums}
          from (select a.shipment_id, sum(a.qty) as qty from allocations a
                 where a.organization_id = ${tx.organizationId} and a.item_id = ${itemId} and a.lot_no = ${lotNo} and ${state}
                 group by a.shipment_id) n
          join wms_shipments s on s.organization_id = ${tx.organizationId} and s.id = n.shipment_id
          left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
         where ${which}
         order by s.shipped_at desc nulls last, s.id desc limit ${shownMax}`,
  );
  return {
    ...sumsOf(found),
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
    sql`select t.id as transfer_id, t.transfer_no, t.status, t.from_warehouse_id, t.to_warehouse_id, n.qty, ${sums}
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

const sums = sql`count(*) over ()::integer as total, sum(n.qty) over () as all_qty`;

const sumsOf = (found: readonly Sums[]) => ({
  total: found[0]?.total ?? 0,
  qty: toJsonNumber(found[0]?.all_qty ?? '0'),
});
