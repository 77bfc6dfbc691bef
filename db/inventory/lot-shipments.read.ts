/** The shipments a lot is in: those it left with, and those it is allocated to. */
import { toJsonNumber } from '../../domain/decimal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

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
  return shipmentsWith(tx, itemId, lotNo, sql`a.status in ('open', 'picked')`);
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
