/** What a code scanned at the dock names: orders, shipments and returns, and how much of their lines may still come back. */
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import type { LookupKind } from '../../domain/returns/lookup-kinds.ts';
import type { ReturnStatus } from '../../domain/returns/return-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { cameBack, isExpected, returnLinesCounted, sentHome } from './came-back.ts';

/** One thing the code names: a return, an order, a shipment of one or of none, or an item's unit in a shipment. */
export interface NamedByCode {
  kind: LookupKind;
  order_id: string | null;
  shipment_id: string | null;
  return_id: string | null;
  item_id: string | null;
}

export interface LookupOrder {
  id: string;
  order_no: string;
  channel_order_no: string | null;
  status: OrderStatus;
  merchant_id: string;
}

export interface LookupShipment {
  id: string;
  shipment_no: string;
  status: ShipmentStatus;
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  tracking_no: string | null;
  shipped_at: Date | null;
}

export interface LookupReturn {
  id: string;
  return_no: string;
  status: ReturnStatus;
  order_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  expires_on: string | null;
  receipt_id: string | null;
  receipt_no: string | null;
}

export interface LookupLine {
  order_id: string | null;
  order_no: string | null;
  order_line_id: string | null;
  merchant_id: string;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  shipped_qty: string | null;
  returned_qty: string;
  authorised_qty: string;
  returnable_qty: string | null;
  /** Where its units are expected: the newest returns first. */
  expected_on: {
    return_id: string;
    return_no: string;
    return_line_id: string;
    receipt_line_id: string | null;
    qty: string;
  }[];
}

const shownMax = 50;
const returnsOfLineMax = 20;

/**
 * The newest things a whole code names, each found by an index: a part of a number names nothing. The code of a carton or a
 * pallet may begin with its GS1 identifier, as scanners read it. What sent units back to the customer is of their return's
 * order. A customer may send a parcel with a label that was taken back: it names its return all the same.
 */
export function namedByCode(tx: TenantTransaction, code: string): Promise<NamedByCode[]> {
  const own = sql`organization_id = ${tx.organizationId}`;
  return rows<NamedByCode>(
    tx,
    sql`select kind, order_id, shipment_id, return_id, item_id from (
          select 'return' as kind, order_id, null::uuid as shipment_id, id as return_id, null::uuid as item_id, id as newest
            from returns where ${own} and return_no = ${code}
          union all
          select 'channel_return', order_id, null, id, null, id from returns where ${own} and channel_return_no = ${code}
          union all
          select 'tracking', r.order_id, null, r.id, null, r.id
            from label_purchases p join returns r on r.organization_id = p.organization_id and r.id = p.return_id
           where p.organization_id = ${tx.organizationId} and p.tracking_no = ${code}
          union all
          select 'order', id, null, null, null, id from sales_orders where ${own} and order_no = ${code}
          union all
          select 'channel_order', id, null, null, null, id from sales_orders where ${own} and channel_order_no = ${code}
          union all
          select p.kind, coalesce(s.order_id, r.order_id), s.id, null, p.item_id, s.id
            from (${shipmentsByCode(tx, code)}) p
            join wms_shipments s on s.organization_id = ${tx.organizationId} and s.id = p.shipment_id
            left join dispositions d on d.organization_id = s.organization_id and d.id = s.disposition_id
            left join return_lines n on n.organization_id = d.organization_id and n.id = d.return_line_id
            left join returns r on r.organization_id = n.organization_id and r.id = n.return_id) named
         order by newest desc limit ${shownMax}`,
  );
}

/** A shipment has the number of its first parcel, the labels of all; a unit that was sold twice left with its last. */
function shipmentsByCode(tx: TenantTransaction, code: string): SqlText {
  const own = sql`organization_id = ${tx.organizationId}`;
  const sscc = /^(?:\(00\) ?|00)?(\d{18})$/.exec(code)?.[1] ?? null;
  return sql`
    select 'shipment' as kind, id as shipment_id, null::uuid as item_id from wms_shipments
     where ${own} and shipment_no = ${code}
    union all
    select 'tracking', p.id, null
      from (select id from wms_shipments where ${own} and tracking_no = ${code}
            union
            select shipment_id from label_purchases where ${own} and tracking_no = ${code} and state <> 'voided') p
    union all
    select 'sscc', shipment_id, null from cartons where ${own} and sscc = ${sscc} and voided_at is null
    union all
    select p.kind, p.shipment_id, null from (${shippedPlates(tx, code, sscc)}) p
    union all
    select 'serial', x.shipment_id, x.item_id
      from (select distinct on (item_id) shipment_id, item_id from serials
             where ${own} and serial_no = ${code} and state = 'shipped'
             order by item_id, left_at desc) x`;
}

/** The shipments that left on a plate or on a carton on it, by its number and by its SSCC. */
function shippedPlates({ organizationId }: TenantTransaction, code: string, sscc: string | null): SqlText {
  const own = sql`organization_id = ${organizationId}`;
  return sql`
    select distinct p.kind, e.ref_id as shipment_id
      from (select 'lpn' as kind, id from lpns where ${own} and lpn = ${code}
            union all
            select 'sscc', id from lpns where ${own} and sscc = ${sscc}) p
      cross join lateral (select p.id union all select id from lpns where ${own} and parent_lpn_id = p.id) c
      join inventory_ledger e on e.organization_id = ${organizationId} and e.lpn_id = c.id
       and e.transaction_type = 'ship' and e.ref_type = 'shipment'`;
}

/** The documents that the code names, and those of the same orders, at most `shownMax` of each. */
export async function lookupDocuments(
  tx: TenantTransaction,
  named: readonly NamedByCode[],
): Promise<{ orders: LookupOrder[]; shipments: LookupShipment[]; returns: LookupReturn[] }> {
  const own = (alias: SqlText): SqlText => sql`${alias}.organization_id = ${tx.organizationId}`;
  const orderIds = idsOf(named, 'order_id');
  const [orders, shipments, returns] = await Promise.all([
    rows<LookupOrder>(
      tx,
      sql`select o.id, o.order_no, o.channel_order_no, o.status, o.merchant_id from sales_orders o
           where ${own(sql`o`)} and o.id = any (${orderIds}::uuid[]) order by o.id desc`,
    ),
    rows<LookupShipment>(
      tx,
      sql`select s.id, s.shipment_no, s.status, s.order_id, s.merchant_id, s.warehouse_id, s.tracking_no, s.shipped_at
            from wms_shipments s
           where ${own(sql`s`)} and (s.id = any (${idsOf(named, 'shipment_id')}::uuid[]) or s.order_id = any (${orderIds}::uuid[]))
           order by s.id = any (${idsOf(named, 'shipment_id')}::uuid[]) desc, s.id desc limit ${shownMax}`,
    ),
    rows<LookupReturn>(
      tx,
      sql`select r.id, r.return_no, r.status, r.order_id, r.merchant_id, r.warehouse_id, r.expires_on, c.id as receipt_id,
                 c.receipt_no
            from returns r left join inbound_receipts c on c.organization_id = r.organization_id and c.return_id = r.id
           where ${own(sql`r`)} and (r.id = any (${idsOf(named, 'return_id')}::uuid[]) or r.order_id = any (${orderIds}::uuid[]))
           order by r.id = any (${idsOf(named, 'return_id')}::uuid[]) desc, r.id desc limit ${shownMax}`,
    ),
  ]);
  return { orders, shipments, returns };
}

/**
 * A page of the lines the code names: of an order all, of a shipment its own, of a serial its item's, of a return those it
 * names, also without an order.
 */
export async function lookupLines(
  tx: TenantTransaction,
  named: readonly NamedByCode[],
  { page, page_size: size }: { page: number; page_size: number },
): Promise<{ lines: LookupLine[]; total: number }> {
  const lines = linesNamed(tx, named);
  const [count, shown] = await Promise.all([
    row<{ total: number }>(tx, sql`select count(*)::integer as total from (${lines}) x`),
    rows<LookupLine>(
      tx,
      sql`select x.order_id, x.order_no, x.order_line_id, x.merchant_id, x.item_id, i.sku, i.name as item_name, i.uom,
                 x.shipped_qty, coalesce(back.returned, 0) as returned_qty, coalesce(back.authorised, 0) as authorised_qty,
                 greatest(x.shipped_qty - coalesce(back.returned, 0) - coalesce(back.authorised, 0),
                          case when x.shipped_qty is not null then 0 end) as returnable_qty,
                 coalesce(to_jsonb(back.expected), '[]') as expected_on
            from (select * from (${lines}) every_line
                   order by newest desc, line_no, line_id limit ${size} offset ${(page - 1) * size}) x
            join items i on i.organization_id = x.organization_id and i.id = x.item_id
            left join lateral (
              select ${cameBack},
                     (array_agg(jsonb_build_object('return_id', r.id, 'return_no', r.return_no, 'return_line_id', n.id,
                                                   'receipt_line_id', n.receipt_line_id, 'qty', (n.qty - came.qty)::text)
                                order by r.id desc, n.line_no)
                        filter (where ${isExpected} and n.qty > came.qty))[1:${returnsOfLineMax}] as expected
                from ${returnLinesCounted}
               where n.organization_id = x.organization_id
                 and (n.order_line_id = x.order_line_id or n.id = x.return_line_id)) back on true
           order by x.newest desc, x.line_no, x.line_id`,
    ),
  ]);
  return { lines: shown, total: count!.total };
}

function linesNamed(tx: TenantTransaction, named: readonly NamedByCode[]): SqlText {
  const returnIds = idsOf(named, 'return_id');
  return sql`
    select l.organization_id, l.merchant_id, l.order_id, o.order_no, l.id as order_line_id, null::uuid as return_line_id,
           l.id as line_id, l.line_no, l.item_id, l.fulfilled_qty as shipped_qty, o.id as newest
      from sales_order_lines l
      join sales_orders o on o.organization_id = l.organization_id and o.id = l.order_id
     where l.organization_id = ${tx.organizationId} and l.order_id = any (${idsOf(named, 'order_id')}::uuid[])
       and l.item_id is not null and exists (
         select from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
                as m (order_id uuid, shipment_id uuid, return_id uuid, item_id uuid)
          where m.order_id = l.order_id and (m.item_id is null or m.item_id = l.item_id)
            and (m.shipment_id is null or exists (
                   select from wms_shipment_lines s
                    where s.organization_id = l.organization_id and s.order_line_id = l.id and s.shipment_id = m.shipment_id)
                 or exists (
                   select from return_lines n
                     join ${sentHome} on d.organization_id = n.organization_id and d.return_line_id = n.id
                    where n.organization_id = l.organization_id and n.order_line_id = l.id and h.id = m.shipment_id))
            and (m.return_id is null or exists (
                   select from return_lines n
                    where n.organization_id = l.organization_id and n.order_line_id = l.id and n.return_id = m.return_id)))
    union all
    select n.organization_id, n.merchant_id, null, null, null, n.id, n.id, n.line_no, n.item_id, null, n.return_id
      from return_lines n
     where n.organization_id = ${tx.organizationId} and n.return_id = any (${returnIds}::uuid[]) and n.order_line_id is null`;
}

function idsOf(named: readonly NamedByCode[], key: 'order_id' | 'shipment_id' | 'return_id'): string[] {
  return [...new Set(named.map((one) => one[key]).filter((id) => id !== null))];
}
