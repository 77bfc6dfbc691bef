/** What fails and waits between stores, subscribers and the platform, across all organizations. */
import { row, rows, type Database } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { isOurs } from '../tenancy/whereabouts.ts';
import { awaitsNumber } from './awaited-numbers.ts';

export interface StuckOrders {
  organization: string;
  store: string;
  orders: string;
  /** Of the one that came first. */
  oldest_seconds: string;
  /** Of the newest one. */
  reason: string | null;
}

/** Of the last week, and replayed by nobody. */
const isFailed = sql`(e.status = 'failed' and e.received_at > now() - interval '7 days'
  and ${isOurs(sql`e.organization_id`)})`;

/** Its flow has begun and waits for a person; an order that somebody has taken further by hand waits for nobody. */
const isHeld = sql`(e.status = 'received' and e.processed_at is not null and ${isOurs(sql`e.organization_id`)} and exists (
  select from sales_orders s where s.organization_id = e.organization_id and s.id = e.order_id and s.status = 'draft'))`;

/** Stores with orders that a flow could not process. */
export const listFailedOrders = (database: Database, limit: number): Promise<StuckOrders[]> =>
  listOrders(database, isFailed, limit);

/** Stores with orders whose flow waits for a person: for what a SKU is, above all. */
export const listHeldOrders = (database: Database, limit: number): Promise<StuckOrders[]> =>
  listOrders(database, isHeld, limit);

function listOrders(database: Database, which: SqlText, limit: number): Promise<StuckOrders[]> {
  return rows<StuckOrders>(
    database.system,
    sql`select o.name as organization, c.name as store, count(*) as orders,
               floor(extract(epoch from now() - min(e.received_at))) as oldest_seconds,
               (array_agg(e.reason order by e.received_at desc))[1] as reason
          from inbound_events e
          join organizations o on o.id = e.organization_id
          join channel_connections c on c.organization_id = e.organization_id and c.id = e.connection_id
         where ${which}
         group by o.id, o.name, c.id, c.name order by max(e.received_at) desc, c.id limit ${limit}`,
  );
}

/** A push that a store refuses: it answered, and said no. */
const isRefused = sql`(last_error is not null and unknown_since is null)`;

export interface LateStore {
  organization: string;
  store: string;
  waiting: string;
  /** Of them, those the store refuses. */
  refused: string;
  oldest_seconds: string | null;
  /** Searches for missing orders that failed in the last day. */
  failed_searches: string;
  /** Of what was to be told last and was not; otherwise of the newest search. */
  reason: string | null;
}

/** Stores that have not been told something for `seconds`, or whose orders could not be searched in the last day. */
export function listLateStores(database: Database, seconds: number, limit: number): Promise<LateStore[]> {
  return rows<LateStore>(
    database.system,
    sql`select o.name as organization, c.name as store, p.waiting, p.refused, p.oldest_seconds, s.failed as failed_searches,
               coalesce(p.last_error, s.last_error) as reason
          from channel_connections c
          join organizations o on o.id = c.organization_id
         cross join lateral (
           select count(*) as waiting, count(*) filter (where ${isRefused}) as refused,
                  floor(extract(epoch from now() - min(queued_at))) as oldest_seconds,
                  (array_agg(last_error order by queued_at desc) filter (where last_error is not null))[1] as last_error
             from channel_pushes q
            where organization_id = c.organization_id and connection_id = c.id and sent_version < version
               and given_up_at is null and not ${awaitsNumber(sql`q`)}) p
         cross join lateral (
           select count(*) as failed, (array_agg(last_error order by ended_at desc))[1] as last_error
             from channel_gap_searches
            where organization_id = c.organization_id and connection_id = c.id and status = 'failed'
              and ended_at > now() - interval '1 day') s
         where c.status <> 'disabled' and ${isOurs(sql`c.organization_id`)} and (p.oldest_seconds > ${seconds} or s.failed > 0)
         order by p.oldest_seconds desc nulls last, c.id limit ${limit}`,
  );
}

export interface IntegrationFigures {
  orders_failed: string;
  orders_held: string;
  held_seconds: number | null;
  pushes_waiting: string;
  pushes_refused: string;
  push_seconds: number | null;
  searches_failed: string;
  endpoints: string;
  endpoints_failing: string;
  endpoints_paused: string;
  deliveries_waiting: string;
  delivery_seconds: number | null;
  deliveries_dead: string;
}

/** The same in figures. It reads partial indexes of what is open or failed, however long the history. */
export async function readIntegrationFigures(database: Database): Promise<IntegrationFigures> {
  const figures = await row<IntegrationFigures>(
    database.system,
    sql`select
       (select count(*) from inbound_events e where ${isFailed}) as orders_failed, h.*,
       p.pushes_waiting, p.pushes_refused, p.push_seconds,
       (select count(*) from channel_gap_searches s
          join channel_connections c on c.organization_id = s.organization_id and c.id = s.connection_id
         where s.status = 'failed' and s.ended_at > now() - interval '1 day' and c.status <> 'disabled'
           and ${isOurs(sql`s.organization_id`)}) as searches_failed,
       e.*, d.*,
       (select count(*) from webhook_deliveries
         where status = 'dead' and ended_at > now() - interval '1 day'
           and ${isOurs(sql`organization_id`)}) as deliveries_dead
      from (select count(*) as pushes_waiting,
                   count(*) filter (where q.last_error is not null and q.unknown_since is null) as pushes_refused,
                   extract(epoch from now() - min(q.queued_at))::float8 as push_seconds
              from channel_pushes q
              join channel_connections c on c.organization_id = q.organization_id and c.id = q.connection_id
             where q.sent_version < q.version and q.given_up_at is null and c.status <> 'disabled'
               and not ${awaitsNumber(sql`q`)} and ${isOurs(sql`q.organization_id`)}) p
     cross join (select count(*) as orders_held, extract(epoch from now() - min(e.received_at))::float8 as held_seconds
                   from inbound_events e where ${isHeld}) h
     cross join (select count(*) as endpoints, count(*) filter (where failing_since is not null) as endpoints_failing,
                        count(*) filter (where paused_until > now()) as endpoints_paused
                   from webhook_endpoints where status = 'active' and ${isOurs(sql`organization_id`)}) e
     cross join (select count(*) as deliveries_waiting,
                        extract(epoch from now() - min(q.created_at))::float8 as delivery_seconds
                   from webhook_deliveries q
                   join webhook_endpoints w on w.organization_id = q.organization_id and w.id = q.endpoint_id
                  where q.status = 'pending' and w.status = 'active' and ${isOurs(sql`q.organization_id`)}) d`,
  );
  return figures!;
}
