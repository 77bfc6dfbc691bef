/** Hands events from the outbox to the endpoints that subscribe to them, across organizations. */
import { execute, row, rows, type Database } from '../database.ts';
import { isHere } from '../tenancy/whereabouts.ts';
import { sql } from '../sql-text.ts';
import { isWanted } from './endpoints.write.ts';
import { queuedAt } from './queue-turn.write.ts';

const deliveriesMax = 5_000;
const nothing = { count: 0, isMore: false };

/** So that what is written in one statement is bounded, and the next organization's turn comes soon. */
const eventsAtOnce = (most: number, endpoints: number): number =>
  Math.max(1, Math.min(most, Math.floor(deliveriesMax / Math.max(1, endpoints))));

/** Whether any organization has an active endpoint. */
export async function hasListeners(database: Database): Promise<boolean> {
  const found = await row<{ has: boolean }>(
    database.system,
    sql`select exists (select 1 from webhook_endpoints where status = 'active') as has`,
  );
  return found!.has;
}

/**
 * Organizations with endpoints and with events not handed on yet, beginning behind one and going around, so that nobody is
 * always served last. `is_ready` is false when all of those committed
 * alongside a transaction that is still open; those come last, so that they keep nobody else from being looked at.
 */
export function streamsWithNews(
  database: Database,
  after: string,
  limit: number,
): Promise<{ organization_id: string; is_ready: boolean }[]> {
  return rows(
    database.system,
    sql`select s.organization_id, e.transaction_id < stream_horizon(s.organization_id) as is_ready
          from webhook_streams s
         cross join lateral (
           select transaction_id from events where organization_id = s.organization_id
              and (transaction_id, position) > (s.transaction_id, s.position)
            order by transaction_id, position limit 1) e
         where ${isHere(sql`s.organization_id`)}
         order by is_ready desc, s.organization_id <= ${after}::uuid, s.organization_id limit ${limit}`,
  );
}

/**
 * Hands the next events of an organization to the endpoints that want them and advances its stream, in one transaction:
 * nothing is skipped and nothing is handed on twice. The stream is in the order transactions began, but one that began
 * early may have waited for a record that a later one changed first. So earlier events of the same record are pulled in
 * from further down the stream, and each record's deliveries are in its own order. Returns how many events were looked
 * at, and whether more may follow: the more endpoints there are, the fewer go at once.
 */
export function handOn(
  database: Database,
  organizationId: string,
  eventsMax: number,
): Promise<{ count: number; isMore: boolean }> {
  return database.system.transaction(async (tx) => {
    const stream = await row<{ transaction: string; position: string; endpoints: number }>(
      tx,
      sql`select transaction_id::text as transaction, position::text as position,
                 (select count(*)::integer from webhook_endpoints w
                   where w.organization_id = ${organizationId} and w.status = 'active') as endpoints
            from webhook_streams where organization_id = ${organizationId} for update skip locked`,
    );
    if (!stream) return nothing;
    const limit = eventsAtOnce(eventsMax, stream.endpoints);
    const news = await rows<{ transaction: string; position: string }>(
      tx,
      sql`select transaction_id::text as transaction, position::text as position from events
           where organization_id = ${organizationId}
             and (transaction_id, position) > (${stream.transaction}::xid8, ${stream.position}::bigint)
             and transaction_id < (select stream_horizon(${organizationId}))
           order by events.transaction_id, events.position limit ${limit}`,
    );
    const last = news.at(-1);
    if (!last) return nothing;
    await execute(
      tx,
      sql`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, subject_type,
            subject_id, payload, next_try_at)
          with recursive news as (
            select * from events e
             where e.organization_id = ${organizationId}
               and (e.transaction_id, e.position) > (${stream.transaction}::xid8, ${stream.position}::bigint)
               and (e.transaction_id, e.position) <= (${last.transaction}::xid8, ${last.position}::bigint)
            union all
            select p.* from news n
              join events p on p.organization_id = ${organizationId} and p.subject_type = n.subject_type
               and p.subject_id = n.subject_id and p.subject_seq = n.subject_seq - 1
             where (p.transaction_id, p.position) > (${last.transaction}::xid8, ${last.position}::bigint)
          ), placed as (
            select subject_type, subject_id, subject_seq,
                   max(place) over (partition by subject_type, subject_id order by subject_seq) as place
              from (select *, row_number() over (order by transaction_id, position) as place from news) n
          )
          select e.organization_id, uuid7(), w.id, e.id, e.type, e.subject_type, e.subject_id, webhook_payload(e),
                 ${queuedAt}
            from placed p
            join events e on e.organization_id = ${organizationId} and e.subject_type = p.subject_type
             and e.subject_id = p.subject_id and e.subject_seq = p.subject_seq
            join webhook_endpoints w on w.organization_id = e.organization_id and w.status = 'active'
             and ${isWanted}
             and e.occurred_at >= w.created_at
           order by p.place, e.subject_seq
          on conflict (organization_id, endpoint_id, event_id) where not is_replay do nothing`,
    );
    await execute(
      tx,
      sql`update webhook_streams set transaction_id = ${last.transaction}::xid8, position = ${last.position}::bigint
           where organization_id = ${organizationId}`,
    );
    return { count: news.length, isMore: news.length === limit };
  });
}
