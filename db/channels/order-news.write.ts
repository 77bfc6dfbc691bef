/** What stores are to be told of their orders: which shipments left, which orders were cancelled, what came back. */
import { awaitsNumber } from '../integration/awaited-numbers.ts';
import { isToldOfOrders } from '../integration/connections.read.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import type { StreamPosition } from '../tenancy/followed-events.read.ts';
import {
  allNewsOf,
  cancellationNews,
  disposedNews,
  isConnectedAnew,
  isKnown,
  shipmentNews,
  shipmentsOf,
  uninspectedNews,
  type Facts,
} from './order-facts.ts';
import { toldAnew } from './pushes.write.ts';
import { newsBetween } from './store-news.write.ts';

/** Whether the store is told by itself, and for the first time: also if it was told through another connection. */
const untold: Omit<Facts, 'which'> = {
  stores: isToldOfOrders,
  only: (kind, subject) => sql`not ${isKnown(kind, subject)}`,
};

/** Told once: an order's fact that is known already stays as it was told, and costs no more than a look. */
async function wantAll(tx: TenantTransaction, news: readonly SqlText[]): Promise<number> {
  let queued = 0;
  for (const one of news)
    queued += await execute(
      tx,
      sql`insert into channel_pushes (organization_id, id, connection_id, kind, subject, merchant_id, order_id,
            shipment_id, return_id, external_order_id, wanted, next_try_at)
          select f.organization_id, gen_random_uuid(), f.connection_id, f.kind, f.subject, f.merchant_id, f.order_id,
                 f.shipment_id, f.return_id, f.external_order_id, f.wanted, f.tell_at
            from (${one}) f
          on conflict do nothing`,
    );
  return queued;
}

const numbersOf = (wanted: SqlText): SqlText =>
  sql`jsonb_path_query_array(${wanted}, '$.packages[*].tracking_no')`;

// That its only parcel has a number of its own is no news to a store that was told of no parcels.
const isRenumbered = sql`(f.wanted->>'tracking_no' <> coalesce(q.wanted->>'tracking_no', '')
  or (f.wanted->>'tracking_no' is not null
      and case when q.wanted ? 'packages' then ${numbersOf(sql`f.wanted`)} <> ${numbersOf(sql`q.wanted`)}
               else jsonb_array_length(f.wanted->'packages') > 1 end))`;

/**
 * Shipments that are told already, or about to be, and have other tracking numbers by now: as their next version, unless
 * the first was for nobody yet, which waits on for the numbers that are missing. Those whose numbers do not come after all
 * are told at once. One without a number, as of a label taken back, waits for the next. Their connections are not locked,
 * so they are taken in the order in which `lockPushes` takes those of a connection.
 */
function wantNumbers(tx: TenantTransaction, which: SqlText): Promise<number> {
  const isAwaiting = awaitsNumber(sql`q`);
  return execute(
    tx,
    sql`update channel_pushes p set connection_id = n.connection_id, wanted = n.wanted, version = n.version, ${toldAnew(sql`n.tell_at`)}
          from (select q.id, f.connection_id, f.wanted,
                       case when ${isAwaiting} then q.version else q.version + 1 end as version,
                       case when ${isAwaiting} then f.tell_at else now() end as tell_at
                  from (${shipmentNews({ which, stores: isToldOfOrders, only: isKnown })}) f
                  join channel_pushes q on q.organization_id = f.organization_id and q.order_id = f.order_id
                   and q.kind = f.kind and q.subject = f.subject
                 where (${isRenumbered} or (${isAwaiting} and f.tell_at <= now()))
                   and q.given_up_at is null and (q.channel_says->'gone') is null
                 order by q.id for no key update of q) n
         where p.organization_id = ${tx.organizationId} and p.id = n.id`,
  );
}

// A shipment whose label is bought as it leaves is told with its number.
const leaving = [
  'wms_shipment.shipped',
  'label.bought',
  'label.refused',
  'label.voided',
  'label.void_refused',
];

/** Of what happened between two places of the stream. Returns how much is to be told. */
export async function wantNewsOfOrders(
  tx: TenantTransaction,
  after: StreamPosition,
  last: StreamPosition,
): Promise<number> {
  const news = newsBetween(tx.organizationId, after, last);
  const of = (types: readonly string[], id: SqlText): Facts => ({
    ...untold,
    which: sql`select e.organization_id, ${id} as id from (${news}) e where e.type = any (${[...types]}::text[])`,
  });
  const left = of(leaving, sql`(e.data->>'shipment_id')::uuid`);
  const numbered = await wantNumbers(tx, left.which);
  const wanted = await wantAll(tx, [
    shipmentNews(left),
    cancellationNews(of(['sales_order.cancelled', 'sales_order.fulfilled'], sql`e.subject_id`)),
    disposedNews(of(['return.disposed'], sql`(e.data->>'disposition_id')::uuid`)),
    uninspectedNews(of(['return.received'], sql`e.subject_id`)),
  ]);
  return numbered + wanted;
}

/** What happened while a store was not told, such as before its address was entered, is told for this long. */
const oldest = sql`interval '30 days'`;

/** Of what a store that was changed or connected anew may have missed. Returns how much is to be told. */
export async function wantOldNewsOfOrders(tx: TenantTransaction, connectionId: string): Promise<number> {
  const taken = await takeOverNews(tx, connectionId);
  const orders = sql`
    select e.organization_id, e.order_id as id from channel_connections c
      join channel_connections came on came.organization_id = c.organization_id
       and (came.id = c.id or (${isConnectedAnew(sql`came`, sql`c`)}))
      join inbound_events e on e.organization_id = came.organization_id and e.connection_id = came.id
     where c.organization_id = ${tx.organizationId} and c.id = ${connectionId}
       and e.order_id is not null and e.received_at > now() - ${oldest}`;
  const numbered = await wantNumbers(tx, shipmentsOf(orders));
  return taken + numbered + (await wantAll(tx, allNewsOf(orders, untold)));
}

/**
 * What waited for a store when its former connection was disabled is told through this one. The store may have heard of
 * it, so it is asked first, as after any try.
 */
function takeOverNews(tx: TenantTransaction, connectionId: string): Promise<number> {
  return execute(
    tx,
    sql`update channel_pushes p
           set connection_id = n.connection_id, attempts = greatest(p.attempts, 1), next_try_at = now()
          from (select q.id, c.id as connection_id
                  from channel_connections c
                  join channel_connections came on ${isConnectedAnew(sql`came`, sql`c`)}
                  join channel_pushes q on q.organization_id = came.organization_id and q.connection_id = came.id
                   and q.order_id is not null and q.sent_version < q.version and q.given_up_at is null
                 where c.organization_id = ${tx.organizationId} and c.id = ${connectionId}
                 order by q.id for no key update of q) n
         where p.organization_id = ${tx.organizationId} and p.id = n.id`,
  );
}
