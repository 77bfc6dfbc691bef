/** Claims webhook deliveries and records their results, across organizations. */
import { nextState } from '../../domain/state-machine.ts';
import { deliveryStates, endpointStates, type DeliveryStatus } from '../../domain/webhooks/states.ts';
import { execute, row, rows, type Database } from '../database.ts';
import type { OutboundRoom } from '../outbound-room.ts';
import { sql } from '../sql-text.ts';

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

/** How many deliveries may be under way to one endpoint; a failing one gets one try at a time. */
const atOnceMax = 4;

/** The endpoint after which the next walk begins. */
export interface Place {
  organization_id: string;
  endpoint_id: string;
}

const nobody = '00000000-0000-0000-0000-000000000000';
export const firstPlace: Place = { organization_id: nobody, endpoint_id: nobody };

/**
 * Claims due deliveries for as long as a try may take. It walks from one endpoint with pending deliveries to the next,
 * starting after the given place, until it has enough: the cost depends on what it takes, not on the backlog or the
 * number of endpoints. Of each subject it takes only the first pending delivery, so that events arrive in order; of
 * each endpoint it takes a few, so that one that hangs does not hold up the others; and of each organization no more
 * than its share of the room, however many endpoints it has. If two workers claim at once, the condition is checked
 * again under the row lock and one of them gets it. Returns where the next walk begins; `firstPlace` once it has come
 * around.
 */
export async function claimDeliveries(
  database: Database,
  from: Place,
  { free: limit, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<{ claimed: ClaimedDelivery[]; next: Place }> {
  const left = new Map([...underWay].map(([id, count]) => [id, ofOneMax - count]));
  const full = [...left].filter(([, room]) => room <= 0).map(([id]) => id);
  const due = await rows<Place & { id: string; url: string; secret_sealed: string; previous: string | null }>(
    database.system,
    sql`with recursive walk as (
          (select organization_id, endpoint_id from webhook_deliveries
            where status = 'pending'
              and (organization_id, endpoint_id) > (${from.organization_id}::uuid, ${from.endpoint_id}::uuid)
            order by organization_id, endpoint_id limit 1)
          union all
          select n.organization_id, n.endpoint_id from walk
           cross join lateral (
             select organization_id, endpoint_id from webhook_deliveries
              where status = 'pending'
                and (organization_id, endpoint_id) > (walk.organization_id, walk.endpoint_id)
              order by organization_id, endpoint_id limit 1) n
        )
        select w.organization_id, w.id as endpoint_id, due.id, w.url, w.secret_sealed,
               case when w.previous_secret_until > now() then w.previous_secret_sealed end as previous
          from walk
         cross join lateral (
           select * from webhook_endpoints e
            where e.organization_id = walk.organization_id and e.id = walk.endpoint_id and e.status = 'active'
              and walk.organization_id <> all (${full}::uuid[])
              and (e.next_try_at is null or e.next_try_at <= now())) w
         cross join lateral (
           select q.id, q.claimed_until from webhook_deliveries q
            where q.organization_id = w.organization_id and q.endpoint_id = w.id and q.status = 'pending'
              and q.next_try_at <= now()
              and not exists (
                select 1 from webhook_deliveries p
                 where p.organization_id = q.organization_id and p.endpoint_id = q.endpoint_id
                   and p.subject_type = q.subject_type and p.subject_id = q.subject_id
                   and p.status = 'pending' and p.sequence < q.sequence)
            order by q.sequence
            limit case when w.failing_since is null then ${atOnceMax} else 1 end) due
         where due.claimed_until is null or due.claimed_until < now()
         limit ${limit}`,
  );
  if (due.length === 0) return { claimed: [], next: firstPlace };
  const taken = due.filter(({ organization_id: id }) => {
    const room = left.get(id) ?? ofOneMax;
    left.set(id, room - 1);
    return room > 0;
  });
  const claimed = await rows<ClaimedDelivery>(
    database.system,
    sql`update webhook_deliveries d
           set claim = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${seconds})
          from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken (organization_id uuid, id uuid, url text,
               secret_sealed text, previous text)
         where d.organization_id = taken.organization_id and d.id = taken.id and d.status = 'pending'
           and (d.claimed_until is null or d.claimed_until < now())
        returning d.organization_id, d.id, d.endpoint_id, d.event_id, d.event_type, d.payload, d.attempts, d.claim,
                  taken.url, taken.secret_sealed, taken.previous as previous_secret_sealed`,
  );
  return { claimed, next: due.length < limit ? firstPlace : placeOf(due.at(-1)!) };
}

const placeOf = ({ organization_id, endpoint_id }: Place): Place => ({ organization_id, endpoint_id });

export interface Attempt {
  request_headers: Record<string, string>;
  status_code: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

/** What follows from a failed try. */
export interface Verdict {
  status: DeliveryStatus;
  /** When it is tried again, in ms; for pending. */
  next_try_ms: number;
  /** How long its endpoint is left alone, in ms. */
  rest_ms: number;
  /** Disables the endpoint with this reason. */
  disable: string | null;
}

export interface Tried {
  delivery: ClaimedDelivery;
  attempt: Attempt;
}

/**
 * Records successful tries, many in one statement. Only a claim's holder writes: one that was too slow changes nothing.
 * If the statement hits a row someone else has locked, all of it rolls back, and the tries can be written one by one.
 */
export async function recordDelivered(database: Database, tries: readonly Tried[]): Promise<void> {
  const arrived = tries.map(({ delivery, attempt }) => ({
    organization_id: delivery.organization_id,
    id: delivery.id,
    claim: delivery.claim,
    url: delivery.url,
    ...attempt,
  }));
  await execute(
    database.system,
    sql`with arrived as (
          select * from jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb) as a (organization_id uuid, id uuid,
            claim uuid, url text, request_headers jsonb, status_code integer, answer text, duration_ms integer)
        ), written as (
          update webhook_deliveries d
             set status = ${nextState(deliveryStates, 'pending', 'succeed')}, attempts = d.attempts + 1, claim = null,
                 claimed_until = null, next_try_at = now(), last_error = null, ended_at = now()
            from arrived a
           where d.organization_id = a.organization_id and d.id = a.id and d.claim = a.claim and d.status = 'pending'
          returning d.organization_id, d.id, d.endpoint_id, d.attempts, a.url, a.request_headers, a.status_code, a.answer,
                    a.duration_ms
        ), kept as (
          insert into webhook_attempts (organization_id, delivery_id, attempt_no, url, request_headers, status_code,
            answer, duration_ms)
          select organization_id, id, attempts, url, request_headers, status_code, answer, duration_ms from written
        )
        update webhook_endpoints e set failing_since = null, next_try_at = null
         where e.failing_since is not null
           and (e.organization_id, e.id) in (select organization_id, endpoint_id from written)`,
  );
}

/** Records a failed try. Only the claim's holder writes. Returns whether this disabled the endpoint. */
export function recordFailure(
  database: Database,
  { delivery, attempt }: Tried,
  { status, next_try_ms: nextMs, rest_ms: restMs, disable }: Verdict,
): Promise<boolean> {
  const { organization_id, id, endpoint_id, claim, url } = delivery;
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
        sql`update webhook_endpoints set status = ${nextState(endpointStates, 'active', 'give_up')}, disabled_reason = ${disable}, updated_at = now()
             where organization_id = ${organization_id} and id = ${endpoint_id} and status = 'active'`,
      );
      return disabled > 0;
    }
    await execute(
      tx,
      sql`update webhook_endpoints
             set failing_since = coalesce(failing_since, now()),
                 next_try_at = now() + ${restMs}::integer * interval '1 millisecond'
           where organization_id = ${organization_id} and id = ${endpoint_id}`,
    );
    return false;
  });
}

/** For how many hours nothing has reached an endpoint; 0 while it works. */
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
