/**
 * What became of orders, as their stores are told of it: a select for each kind, with the columns of channel_pushes and
 * `tell_at`. An order is of one store: the first delivery of its webhook says how that calls it, and it is told through
 * the connection by which it came, or by which its store was connected anew since.
 */
import type { OrderPushKind } from '../../domain/channels/push-kinds.ts';
import { numberAwaited } from '../integration/awaited-numbers.ts';
import { isHandedOn } from '../integration/connection-channels.write.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';
import { cameBack, sellable } from './return-counts.read.ts';

/** What of it is selected. */
export interface Facts {
  /** Of which shipments, orders or dispositions: a select of `id`s with their `organization_id`. */
  which: SqlText;
  /** Of which connections `c`, or `came`, by which the order came. */
  stores?: SqlText;
  /** Of which, by their kind and subject, for the order `o`. */
  only?: (kind: OrderPushKind, subject: SqlText) => SqlText;
}

const every = sql`true`;

/** Whether the store of an order was told of it, or is about to be. */
export const isKnown: NonNullable<Facts['only']> = (kind, subject) => sql`
  exists (select 1 from channel_pushes p
           where p.organization_id = o.organization_id and p.order_id = o.id
             and p.kind = ${kind} and p.subject = ${subject})`;

/**
 * Whether `now` is how a store is connected that was connected as `c` before; one without a domain by its channel, unless
 * two stores share that.
 */
export const isConnectedAnew = (c: SqlText, now: SqlText): SqlText => sql`
  ${now}.organization_id = ${c}.organization_id and ${now}.merchant_id = ${c}.merchant_id
   and ${now}.connector = ${c}.connector and ${now}.store_domain is not distinct from ${c}.store_domain
   and (${now}.store_domain is not null or (${now}.channel_id = ${c}.channel_id and ${isHandedOn(c, now)}))
   and ${c}.status = 'disabled' and ${now}.status <> 'disabled'`;

/** The order `o` as its store knows it: a delivery of its webhook, `e`, and the store's connection, `c`. */
const store = (stores: SqlText = every): SqlText => sql`
  join inbound_events e on e.organization_id = o.organization_id and e.order_id = o.id
   and e.external_id is not null and e.status <> 'duplicate'
  join channel_connections came on came.organization_id = e.organization_id and came.id = e.connection_id
  left join channel_connections anew on ${isConnectedAnew(sql`came`, sql`anew`)}
  join channel_connections c on c.organization_id = e.organization_id and c.id = coalesce(anew.id, came.id)
   and ${stores}`;

/** The one connection that is told of an order, where it came through several of its store; its first delivery. */
const firstOfStore = sql`c.status = 'disabled', e.received_at, c.id`;

const instant = (moment: SqlText): SqlText =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// Each parcel with its own number, that of the shipment first; one that is being taken back counts until it was, and one
// that was bought for a carton that is packed otherwise never.
const packages = sql`coalesce((
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
           'sscc', k.sscc, 'carrier_code', b.carrier_code, 'service_code', b.service_code, 'tracking_no', b.tracking_no,
           'tracking_url', b.tracking_url))
           order by (b.tracking_no = s.tracking_no) is true desc, k.carton_no, b.bought_at, b.id)
    from label_purchases b
    left join cartons k on k.organization_id = b.organization_id and k.id = b.carton_id
   where b.organization_id = s.organization_id and b.shipment_id = s.id and b.tracking_no is not null
     and b.state in ('bought', 'voiding', 'void_unknown') and not b.was_dearer and k.voided_at is null
     and b.unplanned_for is null), '[]')`;

const shipmentFacts = sql`jsonb_build_object(
  'shipment_no', s.shipment_no, 'order_no', o.order_no, 'channel_order_no', o.channel_order_no,
  'carrier_code', s.carrier_code, 'service_code', s.service_code, 'tracking_no', s.tracking_no,
  'packages', ${packages}, 'shipped_at', ${instant(sql`s.shipped_at`)},
  'lines', coalesce((
     select jsonb_agg(jsonb_build_object('sku', sold.sku, 'qty', sold.qty) order by sold.line_no)
       from (select min(ol.line_no) as line_no, coalesce(ol.channel_sku, i.sku) as sku, trim_scale(sum(l.qty)) as qty
               from wms_shipment_lines l
               join items i on i.organization_id = l.organization_id and i.id = l.item_id
               left join sales_order_lines ol on ol.organization_id = l.organization_id and ol.id = l.order_line_id
              where l.organization_id = s.organization_id and l.shipment_id = s.id and l.qty > 0
              group by coalesce(ol.channel_sku, i.sku)) sold), '[]'))`;

// Its numbers follow, and the store is told once; of what does not follow soon, without it.
const waitsForLabel = sql`exists (
  select 1 from label_purchases b where b.organization_id = s.organization_id and b.shipment_id = s.id
     and b.unplanned_for is null
     and (b.state in ('choosing', 'queued', 'sending', 'unknown')
          or (s.tracking_no is null and b.state in ('dearer', 'voiding', 'void_unknown'))))`;

/** Shipments that left. */
export const shipmentNews = ({ which, stores, only }: Facts): SqlText => sql`
  select distinct on (s.id) s.organization_id, c.id as connection_id, 'shipment'::text as kind,
         s.shipment_no as subject, s.merchant_id, o.id as order_id, s.id as shipment_id, null::uuid as return_id,
         e.external_id as external_order_id, ${shipmentFacts} as wanted,
         case when ${waitsForLabel} then s.shipped_at + ${numberAwaited} else now() end as tell_at
    from (${which}) n
    join wms_shipments s on s.organization_id = n.organization_id and s.id = n.id and s.shipped_at is not null
    join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id ${store(stores)}
   where ${only?.('shipment', sql`s.shipment_no`) ?? every}
   order by s.id, ${firstOfStore}`;

// Of an order that is done: until then more of it may be cancelled, or left out no longer.
const cancelledLines = sql`(
  select jsonb_agg(jsonb_build_object('sku', part.sku, 'qty', part.qty) order by part.line_no)
    from (select min(l.line_no) as line_no, coalesce(l.channel_sku, i.sku) as sku, trim_scale(sum(l.cancelled_qty - l.untold_cancelled_qty)) as qty
            from sales_order_lines l
            left join items i on i.organization_id = l.organization_id and i.id = l.item_id
           where l.organization_id = o.organization_id and l.order_id = o.id and l.cancelled_qty > l.untold_cancelled_qty
             and o.status in ('fulfilled', 'delivered')
           group by 2) part)`;

/** Cancelled orders, and with `lines` those of which a part was cancelled and all else has left. */
export const cancellationNews = ({ which, stores, only }: Facts): SqlText => sql`
  select distinct on (o.id) o.organization_id, c.id as connection_id, 'cancellation'::text as kind,
         o.order_no as subject, o.merchant_id, o.id as order_id, null::uuid as shipment_id, null::uuid as return_id,
         e.external_id as external_order_id,
         jsonb_strip_nulls(jsonb_build_object('lines', part.lines)) ||
         jsonb_build_object('order_no', o.order_no, 'channel_order_no', o.channel_order_no,
           'cancelled_at', ${instant(sql`coalesce(o.cancelled_at, o.fulfilled_at)`)}) as wanted,
         now() as tell_at
    from (${which}) n
    join sales_orders o on o.organization_id = n.organization_id and o.id = n.id
   cross join lateral (select ${cancelledLines} as lines) part ${store(stores)}
   where (o.status = 'cancelled' or part.lines is not null) and ${only?.('cancellation', sql`o.order_no`) ?? every}
   order by o.id, ${firstOfStore}`;

// What is paid back follows from the inspection; nothing where the customer wanted no refund, or gets the units back.
const isRefunded = sql`l.wanted = 'refund' and u.disposition is distinct from 'customer'`;

// The order may be in another currency than the fee, which is the rule's and of the base currency.
const returnFacts = sql`jsonb_build_object(
  'reference', u.id, 'return_no', r.return_no, 'channel_return_no', r.channel_return_no,
  'order_no', o.order_no, 'channel_order_no', o.channel_order_no,
  'sku', coalesce(ol.channel_sku, i.sku), 'qty', trim_scale(u.qty), 'restock_qty', trim_scale(u.restock_qty),
  'disposition', u.disposition, 'wanted', l.wanted, 'reason', l.reason_code,
  'refund_percent', case when ${isRefunded} then trim_scale(u.credit_percent) else 0 end,
  'restocking_fee', case when ${isRefunded} then trim_scale(u.restocking_fee) else 0 end,
  'restocking_fee_currency', (select g.base_currency from organizations g where g.id = u.organization_id),
  'decided_at', ${instant(sql`u.decided_at`)})`;

/** Of units `u` of return lines, found by `units` with what was decided of them; of none where their store thinks there are some. */
const returnedNews = (units: SqlText, { stores, only }: Facts): SqlText => sql`
  select distinct on (u.id) u.organization_id, c.id as connection_id, 'return'::text as kind,
         u.id::text as subject, l.merchant_id, o.id as order_id, null::uuid as shipment_id, r.id as return_id,
         e.external_id as external_order_id, ${returnFacts} as wanted, now() as tell_at
    from (${units}) u
    join return_lines l on l.organization_id = u.organization_id and l.id = u.return_line_id
    join returns r on r.organization_id = l.organization_id and r.id = l.return_id
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
    left join sales_order_lines ol on ol.organization_id = l.organization_id and ol.id = l.order_line_id
    join sales_orders o on o.organization_id = l.organization_id and o.id = coalesce(ol.order_id, r.order_id)
         ${store(stores)}
   where ${only?.('return', sql`u.id::text`) ?? every} and (u.qty > 0 or ${isKnown('return', sql`u.id::text`)})
   order by u.id, ${firstOfStore}`;

/** Units whose fate was decided, by disposition. */
export const disposedNews = ({ which, ...facts }: Facts): SqlText =>
  returnedNews(
    sql`select d.organization_id, d.id, d.return_line_id, d.qty, d.kind as disposition, d.disposed_at as decided_at,
               case when d.kind = 'restock' then d.qty else 0 end as restock_qty, x.credit_percent, x.restocking_fee
          from (${which}) n
          join dispositions d on d.organization_id = n.organization_id and d.id = n.id
          join inspections x on x.organization_id = d.organization_id and x.id = d.inspection_id`,
    { which, ...facts },
  );

/** Units that nobody inspects, by line of a return whose counting is done. None once all are taken back. */
export const uninspectedNews = ({ which, ...facts }: Facts): SqlText =>
  returnedNews(
    sql`select z.organization_id, z.id, z.id as return_line_id, ${cameBack} as qty,
               null::text as disposition, v.inspecting_at as decided_at, ${sellable} as restock_qty, z.credit_percent,
               z.restocking_fee
          from (${which}) n
          join returns v on v.organization_id = n.organization_id and v.id = n.id and v.inspecting_at is not null
          join return_lines z on z.organization_id = v.organization_id and z.return_id = v.id and z.inspect = 'never'
          join inbound_receipt_lines c on c.organization_id = z.organization_id and c.id = z.receipt_line_id`,
    { which, ...facts },
  );

/** The shipments, dispositions and returns of orders that `orders` finds as `(organization_id, id)`. */
export const shipmentsOf = (orders: SqlText): SqlText => sql`
  select s.organization_id, s.id from (${orders}) q
    join wms_shipments s on s.organization_id = q.organization_id and s.order_id = q.id`;
const returnLinesOf = (orders: SqlText): SqlText => sql`
  select l.organization_id, l.id, l.return_id from (${orders}) q
    join sales_order_lines ol on ol.organization_id = q.organization_id and ol.order_id = q.id
    join return_lines l on l.organization_id = ol.organization_id and l.order_line_id = ol.id`;
export const dispositionsOf = (orders: SqlText): SqlText => sql`
  select d.organization_id, d.id from (${returnLinesOf(orders)}) q
    join dispositions d on d.organization_id = q.organization_id and d.return_line_id = q.id`;
export const returnsOf = (orders: SqlText): SqlText =>
  sql`select distinct q.organization_id, q.return_id as id from (${returnLinesOf(orders)}) q`;

/** All that became of these orders. */
export const allNewsOf = (orders: SqlText, facts: Omit<Facts, 'which'> = {}): readonly SqlText[] => [
  shipmentNews({ ...facts, which: shipmentsOf(orders) }),
  cancellationNews({ ...facts, which: orders }),
  disposedNews({ ...facts, which: dispositionsOf(orders) }),
  uninspectedNews({ ...facts, which: returnsOf(orders) }),
];

/** Together, as one select. */
export const unionOf = (news: readonly SqlText[]): SqlText =>
  joined(
    news.map((each) => sql`(${each})`),
    ' union all ',
  );
