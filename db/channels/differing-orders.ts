/**
 * Orders whose store does not know what is so: not told yet, shown otherwise, or, of what happened within days, never queued
 * or changed since it was told. All that ever became of every order is not looked through for a list.
 */
import { comparedDays } from '../../domain/channels/agreement.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import {
  allNewsOf,
  cancellationNews,
  disposedNews,
  shipmentNews,
  uninspectedNews,
  unionOf,
} from './order-facts.ts';

const since = sql`now() - make_interval(days => ${comparedDays})`;

/** Whether the store shows another number than a push `p` told it, or lists its numbers and lacks one. */
export const isSaidOtherwise = sql`(p.channel_says->>'tracking_no' <> p.sent->>'tracking_no'
  or not p.channel_says->'tracking_nos' @> jsonb_path_query_array(p.sent, '$.packages[*].tracking_no'))`;

/** Whether what a push `p` told, if there is one, is what is wanted by now; earlier releases told of no parcels. */
export const isTrue = (wanted: SqlText): SqlText =>
  sql`coalesce(p.sent = case when p.sent ? 'packages' then ${wanted} else ${wanted} - 'packages' end, false)
   or coalesce(p.channel_says ? 'gone', false)`;

/** Of which store and which order alone, if not of all. */
export interface Within {
  connection_id?: string;
  order_id?: string;
}

/** Their ids, of an organization, and of what `within` names of it. */
export const differingOrders = (organizationId: string, within: Within): SqlText => sql`
  select p.order_id from channel_pushes p
   where ${every(equalTo('p', { organization_id: organizationId, order_id: within.order_id }))} and p.order_id is not null
     and (p.sent_version < p.version or ${isSaidOtherwise})
  union all
  select f.order_id from (${latelyOf(organizationId, within)}) f
    left join channel_pushes p on p.organization_id = ${organizationId} and p.order_id = f.order_id
     and p.kind = f.kind and p.subject = f.subject
   where not (${isTrue(sql`f.wanted`)})`;

/** What became of them within days; of one order all that ever did. */
function latelyOf(
  organizationId: string,
  { connection_id: connectionId, order_id: orderId }: Within,
): SqlText {
  const one = sql`select ${organizationId}::uuid as organization_id, ${orderId}::uuid as id`;
  return unionOf(orderId ? allNewsOf(one) : newsOf(organizationId, connectionId));
}

function newsOf(organizationId: string, connectionId: string | undefined): readonly SqlText[] {
  const ofStore = every(
    equalTo('channel_connections', { organization_id: organizationId, id: connectionId }),
  );
  const merchants = sql`(select distinct organization_id, merchant_id from channel_connections where ${ofStore}) m`;
  // Told through another connection since, an order is still of the one by which it came.
  const stores = connectionId ? { stores: sql`came.id = ${connectionId}` } : {};
  const left = sql`${merchants} join wms_shipments s on s.organization_id = m.organization_id
                    and s.merchant_id = m.merchant_id and s.shipped_at > ${since}`;
  return [
    shipmentNews({ ...stores, which: sql`select s.organization_id, s.id from ${left}` }),
    cancellationNews({
      ...stores,
      which: sql`select organization_id, id from sales_orders
                  where organization_id = ${organizationId} and cancelled_at > ${since}
                  union
                 select s.organization_id, s.order_id from ${left} where s.order_id is not null`,
    }),
    disposedNews({
      ...stores,
      which: sql`select d.organization_id, d.id from ${merchants}
                   join dispositions d on d.organization_id = m.organization_id and d.merchant_id = m.merchant_id
                    and d.disposed_at > ${since}`,
    }),
    uninspectedNews({
      ...stores,
      which: sql`select organization_id, id from returns
                  where organization_id = ${organizationId} and inspecting_at > ${since}`,
    }),
  ];
}
