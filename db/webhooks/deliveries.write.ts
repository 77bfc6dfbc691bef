/** The delivering of events to endpoints, across organizations: handed on from the outbox, claimed, recorded. */
import { execute, row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Organizations with endpoints and with events that were not handed on yet. */
export async function streamsWithNews(database: Database, limit: number): Promise<string[]> {
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select s.organization_id from webhook_streams s
         where exists (select 1 from events e where e.organization_id = s.organization_id
                          and (e.transaction_id, e.position) > (s.transaction_id, s.position)
                          and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
         limit ${limit}`,
  );
  return found.map(({ organization_id: id }) => id);
}

/**
 * Hands the next events of an organization to the endpoints that want them, in order, and moves its stream on, in one
 * transaction: nothing is skipped and nothing is handed on twice. Answers how many events were looked at.
 */
export function handOn(database: Database, organizationId: string, limit: number): Promise<number> {
  return database.system.transaction(async (tx) => {
    const stream = await row<{ transaction: string; position: string }>(
      tx,
      sql`select transaction_id::text as transaction, position::text as position from webhook_streams
           where organization_id = ${organizationId} for update skip locked`,
    );
    if (!stream) return 0;
    const news = await rows<{ transaction: string; position: string }>(
      tx,
      sql`select transaction_id::text as transaction, position::text as position from events
           where organization_id = ${organizationId}
             and (transaction_id, position) > (${stream.transaction}::xid8, ${stream.position}::bigint)
             and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
           order by transaction_id, position limit ${limit}`,
    );
    const last = news.at(-1);
    if (!last) return 0;
    await execute(
      tx,
      sql`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, subject_type,
            subject_id, payload)
          select e.organization_id, uuid7(), w.id, e.id, e.type, e.subject_type, e.subject_id, webhook_payload(e)
            from events e
            join webhook_endpoints w on w.organization_id = e.organization_id and w.status = 'active'
             and w.event_types && array[e.type, split_part(e.type, '.', 1) || '.*', '*']
             and e.occurred_at >= w.created_at
           where e.organization_id = ${organizationId}
             and (e.transaction_id, e.position) > (${stream.transaction}::xid8, ${stream.position}::bigint)
             and (e.transaction_id, e.position) <= (${last.transaction}::xid8, ${last.position}::bigint)
           order by e.transaction_id, e.position
          on conflict (organization_id, endpoint_id, event_id) where not is_replay do nothing`,
    );
    await execute(
      tx,
      sql`update webhook_streams set transaction_id = ${last.transaction}::xid8, position = ${last.position}::bigint
           where organization_id = ${organizationId}`,
    );
    return news.length;
  });
}

export interface ClaimedDelivery {
  organization_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  payload: object;
  attempts: number;
  claim: string;
  url: string;
  secret_sealed: string;
  previous_secret_sealed: string | null;
}

/** At an endpoint at once; one that fails gets one try at a time. */
const atOnceMax = 4;

/**
 * Takes deliveries that are due, for as long as a try may take. Of each subject only the first that is pending, so what is
 * sent later happened later; of each endpoint a few, so that one that hangs holds up nobody else. Two takers at once: the
 * condition is looked at again under the row's lock, and one of them gets it.
 */
export function claimDeliveries(
  database: Database,
  limit: number,
  seconds: number,
): Promise<ClaimedDelivery[]> {
  return rows<ClaimedDelivery>(
    database.system,
    sql`update webhook_deliveries d
           set claim = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${seconds})
          from (select w.organization_id, due.id, w.url, w.secret_sealed,
                       case when w.previous_secret_until > now() then w.previous_secret_sealed end as previous
                  from webhook_endpoints w
                 cross join lateral (
                   select q.id, q.next_try_at, q.claimed_until from webhook_deliveries q
                    where q.organization_id = w.organization_id and q.endpoint_id = w.id and q.status = 'pending'
                      and q.next_try_at <= now()
                      and not exists (
                        select 1 from webhook_deliveries p
                         where p.organization_id = q.organization_id and p.endpoint_id = q.endpoint_id
                           and p.subject_type = q.subject_type and p.subject_id = q.subject_id
                           and p.status = 'pending' and p.sequence < q.sequence)
                    order by q.sequence
                    limit case when w.failing_since is null then ${atOnceMax} else 1 end) due
                 where w.status = 'active' and (w.next_try_at is null or w.next_try_at <= now())
                   and (due.claimed_until is null or due.claimed_until < now())
                 order by due.next_try_at limit ${limit}) taken
         where d.organization_id = taken.organization_id and d.id = taken.id and d.status = 'pending'
           and (d.claimed_until is null or d.claimed_until < now())
        returning d.organization_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.payload, d.attempts, d.claim,
                  taken.url, taken.secret_sealed, taken.previous as previous_secret_sealed`,
  );
}

export interface Attempt {
  request_headers: Record<string, string>;
  status_code: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

export interface Verdict {
  status: 'pending' | 'delivered' | 'dead';
  /** When it is tried again, in ms; for pending. */
  next_try_ms: number;
  /** How long its endpoint is left alone, in ms; 0 after a success. */
  rest_ms: number;
  /** Disables the endpoint with this reason. */
  disable: string | null;
}

/**
 * Writes what came of a try. Only the claim's holder writes: who was too slow changes nothing. Answers whether this
 * disabled the endpoint.
 */
export function recordAttempt(
  database: Database,
  { organization_id, id, endpoint_id, claim, url }: ClaimedDelivery,
  attempt: Attempt,
  { status, next_try_ms: nextMs, rest_ms: restMs, disable }: Verdict,
): Promise<boolean> {
  return database.system.transaction(async (tx) => {
    const written = await row<{ attempts: number }>(
      tx,
      sql`update webhook_deliveries
             set status = ${status}, attempts = attempts + 1, claim = null, claimed_until = null,
                 next_try_at = now() + ${nextMs}::integer * interval '1 millisecond', last_error = ${attempt.error},
                 ended_at = case when ${status} = 'pending' then null else now() end
           where organization_id = ${organization_id} and id = ${id} and claim = ${claim} and status = 'pending'
          returning attempts`,
    );
    if (!written) return false;
    await execute(
      tx,
      sql`insert into webhook_attempts (organization_id, delivery_id, attempt_no, url, request_headers, status_code,
            answer, error, duration_ms)
          values (${organization_id}, ${id}, ${written.attempts}, ${url}, ${JSON.stringify(attempt.request_headers)}::jsonb,
                  ${attempt.status_code}, ${attempt.answer}, ${attempt.error}, ${attempt.duration_ms})`,
    );
    if (disable !== null) {
      const disabled = await execute(
        tx,
        sql`update webhook_endpoints set status = 'disabled', disabled_reason = ${disable}, updated_at = now()
             where organization_id = ${organization_id} and id = ${endpoint_id} and status = 'active'`,
      );
      return disabled > 0;
    }
    if (status === 'delivered') {
      await execute(
        tx,
        sql`update webhook_endpoints set failing_since = null, next_try_at = null
             where organization_id = ${organization_id} and id = ${endpoint_id} and failing_since is not null`,
      );
    } else {
      await execute(
        tx,
        sql`update webhook_endpoints
               set failing_since = coalesce(failing_since, now()),
                   next_try_at = now() + ${restMs}::integer * interval '1 millisecond'
             where organization_id = ${organization_id} and id = ${endpoint_id}`,
      );
    }
    return false;
  });
}

/** Since when nothing reached an endpoint, in hours; 0 while it works. */
export async function silentHours(
  database: Database,
  organizationId: string,
  endpointId: string,
): Promise<number> {
  const found = await row<{ hours: number }>(
    database.system,
    sql`select coalesce(extract(epoch from now() - failing_since) / 3600, 0)::float8 as hours
          from webhook_endpoints where organization_id = ${organizationId} and id = ${endpointId}`,
  );
  return found?.hours ?? 0;
}
