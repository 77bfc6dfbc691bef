/** What stores are to be told of their orders: which shipments left, and which orders were cancelled. */
import type { OrderPushKind } from '../../domain/channels/push-kinds.ts';
import { isToldOfOrders } from '../integration/connections.read.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { newsBetween, type Place } from './store-news.write.ts';

/** Told once: an order's fact that is known already stays as it was first told, and costs no more than a look. */
const insertion = sql`insert into channel_pushes (organization_id, connection_id, kind, subject, merchant_id, order_id,
  shipment_id, external_order_id, wanted)`;

/** The order `o` as its store knows it: the first delivery of its webhook, `e`, and the connection, `c`. */
const store = sql`
  join inbound_events e on e.organization_id = o.organization_id and e.order_id = o.id
   and e.external_id is not null and e.status <> 'duplicate'
  join channel_connections c on c.organization_id = e.organization_id and c.id = e.connection_id and ${isToldOfOrders}`;

/** Whether the store is to be told of it for the first time. */
const isNew = (kind: OrderPushKind, subject: SqlText): SqlText => sql`
  not exists (select 1 from channel_pushes p
               where p.organization_id = e.organization_id and p.connection_id = e.connection_id
                 and p.kind = ${kind} and p.subject = ${subject})`;

const shipmentFacts = sql`jsonb_build_object(
  'shipment_no', s.shipment_no, 'order_no', o.order_no, 'channel_order_no', o.channel_order_no,
  'carrier_code', s.carrier_code, 'service_code', s.service_code, 'tracking_no', s.tracking_no,
  'shipped_at', to_char(s.shipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'lines', coalesce((
     select jsonb_agg(jsonb_build_object('sku', sold.sku, 'qty', sold.qty) order by sold.line_no)
       from (select min(ol.line_no) as line_no, coalesce(ol.channel_sku, i.sku) as sku, trim_scale(sum(l.qty)) as qty
               from wms_shipment_lines l
               join items i on i.organization_id = l.organization_id and i.id = l.item_id
               left join sales_order_lines ol on ol.organization_id = l.organization_id and ol.id = l.order_line_id
              where l.organization_id = s.organization_id and l.shipment_id = s.id and l.qty > 0
              group by coalesce(ol.channel_sku, i.sku)) sold), '[]'))`;

/** Shipments that left, of those that `which` finds as `n (shipment_id)`. */
const shipments = (which: SqlText): SqlText => sql`
  ${insertion}
  select distinct on (e.connection_id, s.id) s.organization_id, e.connection_id, 'shipment', s.shipment_no,
         s.merchant_id, o.id, s.id, e.external_id, ${shipmentFacts}
    from (${which}) n
    join wms_shipments s on s.organization_id = n.organization_id and s.id = n.shipment_id and s.shipped_at is not null
    join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id ${store}
   where ${isNew('shipment', sql`s.shipment_no`)}
   order by e.connection_id, s.id, e.received_at
  on conflict do nothing`;

/** Cancelled orders, of those that `which` finds as `n (order_id)`. */
const cancellations = (which: SqlText): SqlText => sql`
  ${insertion}
  select distinct on (e.connection_id, o.id) o.organization_id, e.connection_id, 'cancellation', o.order_no,
         o.merchant_id, o.id, null::uuid, e.external_id,
         jsonb_build_object('order_no', o.order_no, 'channel_order_no', o.channel_order_no, 'cancelled_at',
           to_char(o.cancelled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from (${which}) n
    join sales_orders o on o.organization_id = n.organization_id and o.id = n.order_id and o.status = 'cancelled'
         ${store}
   where ${isNew('cancellation', sql`o.order_no`)}
   order by e.connection_id, o.id, e.received_at
  on conflict do nothing`;

/** Of what happened between two places of the stream. Returns how much is to be told. */
export async function wantNewsOfOrders(tx: TenantTransaction, after: Place, last: Place): Promise<number> {
  const news = newsBetween(tx.organizationId, after, last);
  const left = await execute(
    tx,
    shipments(sql`
      select e.organization_id, (e.data->>'shipment_id')::uuid as shipment_id from (${news}) e
       where e.type = 'wms_shipment.shipped'`),
  );
  const cancelled = await execute(
    tx,
    cancellations(sql`
      select e.organization_id, e.subject_id as order_id from (${news}) e where e.type = 'sales_order.cancelled'`),
  );
  return left + cancelled;
}

/** What happened while a store was not told, such as before its address was entered, is told for this long. */
const oldest = sql`interval '30 days'`;

/** Of what a store that was changed may have missed. Returns how much is to be told. */
export async function wantOldNewsOfOrders(tx: TenantTransaction, connectionId: string): Promise<number> {
  const orders = sql`
    select e.organization_id, e.order_id from inbound_events e
     where e.organization_id = ${tx.organizationId} and e.connection_id = ${connectionId}
       and e.order_id is not null and e.received_at > now() - ${oldest}`;
  const left = await execute(
    tx,
    shipments(sql`
      select s.organization_id, s.id as shipment_id from (${orders}) q
        join wms_shipments s on s.organization_id = q.organization_id and s.order_id = q.order_id`),
  );
  return left + (await execute(tx, cancellations(orders)));
}
