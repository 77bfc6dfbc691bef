/** What of an order may still come back, under the locks of its lines. */
import type { ReturnableLine } from '../../domain/returns/return-limits.ts';
import { Refusal } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { cameBack, returnLinesCounted, sentHome } from './came-back.ts';

export interface OrderLineToReturn extends ReturnableLine {
  item_id: string;
  /** The line of the shipment asked for, if one is, and what left with that and is returned of it. */
  shipment_line_id: string | null;
  of_shipment: ReturnableLine | null;
}

/** The order of a return as it was sold, unlocked: its owner, and where it shipped from last. */
export interface ReturnedOrder {
  order_id: string;
  merchant_id: string;
  warehouse_id: string | null;
}

export async function findReturnedOrder(
  tx: TenantTransaction,
  { orderId, shipmentId }: { orderId: string | null; shipmentId: string | null },
): Promise<ReturnedOrder | undefined> {
  const [found] = await rows<ReturnedOrder>(
    tx,
    sql`select o.id as order_id, o.merchant_id, coalesce(s.warehouse_id, o.warehouse_id) as warehouse_id
          from sales_orders o
          left join lateral (
            select x.id, x.warehouse_id from wms_shipments x
             where x.organization_id = o.organization_id and x.order_id = o.id
               and (x.id = ${shipmentId}::uuid or (${shipmentId}::uuid is null and x.shipped_at is not null))
             order by x.shipped_at desc nulls last, x.id desc limit 1) s on true
         where o.organization_id = ${tx.organizationId} and (${orderId}::uuid is null or o.id = ${orderId}::uuid)
           and (${shipmentId}::uuid is null or s.id is not null)
           and o.id = coalesce(${orderId}::uuid, (
             select order_id from wms_shipments where organization_id = ${tx.organizationId} and id = ${shipmentId}::uuid))`,
  );
  return found;
}

/**
 * Locks the lines of an order in id order: two returns of one unit take turns. Counts what came back on returns that were
 * received, and what others authorise and is still out.
 */
export async function lockReturnable(
  tx: TenantTransaction,
  orderId: string,
  shipmentId: string | null,
): Promise<OrderLineToReturn[]> {
  const [, lines] = await Promise.all([
    rows(
      tx,
      sql`select 1 from sales_order_lines where organization_id = ${tx.organizationId} and order_id = ${orderId}
           order by id for update`,
    ),
    rows<OrderLineToReturn>(
      tx,
      sql`select l.id as order_line_id, l.item_id, l.fulfilled_qty as shipped, s.id as shipment_line_id,
                 coalesce(back.returned, 0) as returned, coalesce(back.authorised, 0) as authorised, ${ofShipment} as of_shipment
            from sales_order_lines l
            left join wms_shipment_lines s on s.organization_id = l.organization_id and s.order_line_id = l.id
             and s.shipment_id = ${shipmentId}::uuid
            left join lateral (
              select ${cameBack} from ${returnLinesCounted}
               where n.organization_id = l.organization_id and n.order_line_id = l.id) back on true
           where l.organization_id = ${tx.organizationId} and l.order_id = ${orderId} and l.item_id is not null
             and (${shipmentId}::uuid is null or s.id is not null)
           order by l.line_no`,
    ),
  ]);
  return lines;
}

/** Of the shipment line `s`; a shipment that has left in part has the rest of its line still here. */
const ofShipment: SqlText = sql`case when s.id is not null then (
  select jsonb_build_object('order_line_id', l.id, 'shipped', left_with.qty::text,
           'returned', coalesce(counted.returned, 0)::text, 'authorised', coalesce(counted.authorised, 0)::text)
    from (select coalesce(sum(a.qty), 0) as qty from allocations a
           where a.organization_id = s.organization_id and a.shipment_id = s.shipment_id and a.shipment_line_id = s.id
             and a.status = 'shipped') left_with
    cross join (select ${cameBack} from ${returnLinesCounted}
                 where n.organization_id = l.organization_id and n.order_line_id = l.id and n.shipment_line_id = s.id) counted) end`;

/** The shipment a serial left with last, or null when the organization never shipped it. */
interface SerialShipped {
  serial_no: string;
  last_shipment_no: string | null;
}

/**
 * Those of an item's serials that are not out with the order line: they left last with something else, or have come back
 * since and were disposed of. Nor are they, while they count as in stock, another of its shipments that was only presumed
 * to have left.
 */
function serialsNotShipped(
  tx: TenantTransaction,
  line: { item_id: string; order_line_id: string },
  serials: readonly string[],
): Promise<SerialShipped[]> {
  return rows<SerialShipped>(
    tx,
    sql`with shipped as (
          select shipment_id from wms_shipment_lines
           where organization_id = ${tx.organizationId} and order_line_id = ${line.order_line_id}
          union all
          select h.id from return_lines n
            join ${sentHome} on d.organization_id = n.organization_id and d.return_line_id = n.id
           where n.organization_id = ${tx.organizationId} and n.order_line_id = ${line.order_line_id})
        select asked.serial_no, last.shipment_no as last_shipment_no
          from unnest(${[...serials]}::text[]) with ordinality as asked (serial_no, place)
          left join lateral (
            select x.shipment_id, h.shipment_no, x.left_at from serials x
              left join wms_shipments h on h.organization_id = x.organization_id and h.id = x.shipment_id
             where x.organization_id = ${tx.organizationId} and x.item_id = ${line.item_id}
               and x.serial_no = asked.serial_no and x.state in ('shipped', 'in_transit')
             order by x.left_at desc limit 1) last on true
         where not (last.shipment_id is not null and last.shipment_id in (select shipment_id from shipped)
                    and not ${isDisposedSince(tx, line, sql`asked.serial_no`, sql`last.left_at`)})
           and not (exists (select from serials x
                             where x.organization_id = ${tx.organizationId} and x.item_id = ${line.item_id}
                               and x.serial_no = asked.serial_no and x.state = 'in_stock')
                    and exists (select from serials p
                                 where p.organization_id = ${tx.organizationId} and p.item_id = ${line.item_id} and p.is_presumed
                                   and p.serial_no <> asked.serial_no
                                   and p.state = 'shipped' and p.shipment_id in (select shipment_id from shipped)))
         order by asked.place`,
  );
}

/** Whether a return brought the serial back after that moment, and it was decided what becomes of it. A count taken back was not. */
function isDisposedSince(
  { organizationId }: TenantTransaction,
  { item_id: itemId }: { item_id: string },
  serial: SqlText,
  moment: SqlText,
): SqlText {
  return sql`exists (
    select from serials b
      join inbound_receipts c on c.organization_id = b.organization_id and c.id = b.receipt_id
      join return_lines l on l.organization_id = c.organization_id and l.return_id = c.return_id and l.item_id = b.item_id
      join dispositions d on d.organization_id = l.organization_id and d.return_line_id = l.id and ${serial} = any (d.serial_nos)
     where b.organization_id = ${organizationId} and b.item_id = ${itemId} and b.serial_no = ${serial}
       and b.received_at >= ${moment})`;
}

/** Refuses 409 SERIAL_NOT_SHIPPED with the first serial that did not leave with the order line. */
export async function assertSerialsShipped(
  tx: TenantTransaction,
  line: { order_line_id: string; item_id: string },
  serials: readonly string[],
): Promise<void> {
  if (serials.length === 0) return;
  const [stranger] = await serialsNotShipped(tx, line, serials);
  if (!stranger) return;
  throw new Refusal('SERIAL_NOT_SHIPPED', `${stranger.serial_no} is not out with this order line.`, {
    order_line_id: line.order_line_id,
    serial: stranger.serial_no,
    last_shipment_no: stranger.last_shipment_no,
  });
}
