/** Records the tries of webhook deliveries, across organizations. An endpoint is locked before its deliveries. */
import type { Knex } from 'knex';
import { nextState } from '../../domain/state-machine.ts';
import {
  afterFailure,
  type AfterFailure,
  type PauseReason,
  type Trouble,
} from '../../domain/webhooks/pauses.ts';
import { deliveryStates, endpointStates, type DeliveryStatus } from '../../domain/webhooks/states.ts';
import { execute, row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { releasedAfter } from '../outside.ts';
import type { ClaimedDelivery } from './deliveries.write.ts';

export interface Attempt {
  request_headers: Record<string, string>;
  status_code: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

export interface Tried {
  delivery: ClaimedDelivery;
  attempt: Attempt;
}

/**
 * Records successful tries, many at once. Only a claim's holder writes: one that was too slow changes nothing. Their
 * endpoints work again; one that asked us to wait is left alone until then.
 */
export async function recordDelivered(database: Database, tries: readonly Tried[]): Promise<void> {
  const arrived = tries.map(({ delivery, attempt }) => ({
    organization_id: delivery.organization_id,
    id: delivery.id,
    claim: delivery.claim,
    url: delivery.url,
    ...attempt,
  }));
  const endpoints = tries.map(({ delivery: { organization_id, endpoint_id: id } }) => ({
    organization_id,
    id,
  }));
  await database.system.transaction(async (tx) => {
    const failing = await rows<{ organization_id: string; id: string }>(
      tx,
      sql`select organization_id, id from webhook_endpoints
           where (organization_id, id) in (select organization_id, id
                   from jsonb_to_recordset(${JSON.stringify(endpoints)}::jsonb) as e (organization_id uuid, id uuid))
             and (failing_since is not null or paused_since is not null)
           order by organization_id, id for no key update`,
    );
    await execute(
      tx,
      sql`with arrived as (
            select * from jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb) as a (organization_id uuid, id uuid,
              claim uuid, url text, request_headers jsonb, status_code integer, answer text, duration_ms integer)
          ), written as (
            update webhook_deliveries d
               set status = ${nextState(deliveryStates, 'pending', 'succeed')}, attempts = d.attempts + 1, claim = null,
                   claimed_until = null, unknown_since = null, next_try_at = now(), last_error = null, ended_at = now()
              from arrived a
             where d.organization_id = a.organization_id and d.id = a.id and d.claim = a.claim and d.status = 'pending'
            returning d.organization_id, d.id, d.endpoint_id, d.attempts, a.url, a.request_headers, a.status_code,
                      a.answer, a.duration_ms
          ), kept as (
            insert into webhook_attempts (organization_id, delivery_id, attempt_no, url, request_headers, status_code,
              answer, duration_ms)
            select organization_id, id, attempts, url, request_headers, status_code, answer, duration_ms from written
          )
          update webhook_endpoints e
             set failing_since = null, failed_in_a_row = 0,
                 paused_since = case when w.waits then e.paused_since end,
                 paused_until = case when w.waits then e.paused_until end,
                 pause_reason = case when w.waits then e.pause_reason end
            from (select f.organization_id, f.id, f.pause_reason = 'asked_to_wait' and f.paused_until > now() as waits
                    from jsonb_to_recordset(${JSON.stringify(failing)}::jsonb) as l (organization_id uuid, id uuid)
                    join webhook_endpoints f on f.organization_id = l.organization_id and f.id = l.id) w
           where e.organization_id = w.organization_id and e.id = w.id
             and (e.organization_id, e.id) in (select organization_id, endpoint_id from written)`,
    );
  });
}

/** What follows from a failed try. */
export interface Verdict {
  /** What the try told of the delivery: `unsent` nothing new, `unknown` that it may have arrived. */
  kind: 'refused' | 'unsent' | 'unknown';
  status: DeliveryStatus;
  /** When it is tried again, in ms; for pending. */
  next_try_ms: number;
  trouble: Trouble;
  /** Disables the endpoint with this reason. */
  disable: string | null;
}

export interface Consequence {
  isDisabled: boolean;
  /** How long its endpoint is left alone now. */
  pauseMs: number;
}

const nothing: Consequence = { isDisabled: false, pauseMs: 0 };

/** Records a failed try. Only the claim's holder writes. */
export function recordFailure(
  database: Database,
  { delivery, attempt }: Tried,
  { kind, status, next_try_ms: nextMs, trouble, disable }: Verdict,
): Promise<Consequence> {
  const { organization_id, id, endpoint_id, claim, url } = delivery;
  return database.system.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, delivery);
    // Its organization has left; it is unknown there whether this arrived.
    if (!endpoint) return nothing;
    const written = await row<{ attempts: number }>(
      tx,
      sql`update webhook_deliveries
             set status = ${status}, attempts = attempts + 1, ${releasedAfter(kind)},
                 next_try_at = now() + ${nextMs}::integer * interval '1 millisecond', last_error = ${attempt.error},
                 ended_at = case when ${status} = 'pending' then null else now() end
           where organization_id = ${organization_id} and id = ${id} and claim = ${claim} and status = 'pending'
          returning attempts`,
    );
    if (!written) return nothing;
    await execute(
      tx,
      sql`insert into webhook_attempts (organization_id, delivery_id, attempt_no, url, request_headers, status_code,
            answer, error, duration_ms)
          values (${organization_id}, ${id}, ${written.attempts}, ${url}, ${JSON.stringify(attempt.request_headers)}::jsonb,
                  ${attempt.status_code}, ${attempt.answer}, ${attempt.error}, ${attempt.duration_ms})`,
    );
    const after = afterFailure(endpoint, written.attempts === 1, trouble);
    await setHealth(tx, delivery, after);
    if (disable === null) return { isDisabled: false, pauseMs: after.pause?.ms ?? 0 };
    const disabled = await execute(
      tx,
      sql`update webhook_endpoints
             set status = ${nextState(endpointStates, 'active', 'give_up')}, disabled_reason = ${disable},
                 updated_at = now()
           where organization_id = ${organization_id} and id = ${endpoint_id} and status = 'active'`,
    );
    return { isDisabled: disabled > 0, pauseMs: 0 };
  });
}

async function lockEndpoint(
  tx: Knex.Transaction,
  { organization_id, endpoint_id }: ClaimedDelivery,
): Promise<{ failed_in_a_row: number; is_resting: boolean; is_probed: boolean } | undefined> {
  return row<{ failed_in_a_row: number; is_resting: boolean; is_probed: boolean }>(
    tx,
    sql`select failed_in_a_row, coalesce(paused_until > now(), false) as is_resting, paused_since is not null as is_probed
          from webhook_endpoints where organization_id = ${organization_id} and id = ${endpoint_id}
           for no key update`,
  );
}

async function setHealth(
  tx: Knex.Transaction,
  { organization_id, endpoint_id }: ClaimedDelivery,
  { failed_in_a_row: failed, pause }: AfterFailure,
): Promise<void> {
  const reason: PauseReason | null = pause?.reason ?? null;
  const isKept = pause === undefined;
  await execute(
    tx,
    sql`update webhook_endpoints
           set failing_since = coalesce(failing_since, now()), failed_in_a_row = ${failed},
               paused_since = case when ${isKept}::boolean then paused_since
                                   when ${reason}::text is not null then coalesce(paused_since, now()) end,
               paused_until = case when ${isKept}::boolean then paused_until
                                   when ${reason}::text is not null then
                                     greatest(paused_until, now() + ${pause?.ms ?? 0}::integer * interval '1 millisecond') end,
               pause_reason = case when ${isKept}::boolean then pause_reason else ${reason}::text end
         where organization_id = ${organization_id} and id = ${endpoint_id}`,
  );
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
