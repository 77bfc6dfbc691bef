/** Writes an organization's webhook endpoints. */
import { newId } from '../../domain/new-id.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { EndpointStatus } from '../../domain/webhooks/states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { queuedAt, takeQueueTurn } from './queue-turn.write.ts';
import type { Makers } from '../tenancy/makers.ts';

/** Whether endpoint `w` is to hear of event `e`: it subscribes to it, or it is the one that is tested. */
export const isWanted = sql`case when e.type = 'webhook_endpoint.tested' then w.id = e.subject_id
             else w.event_types && array[e.type, split_part(e.type, '.', 1) || '.*', '*'] end`;

export interface NewEndpoint extends Makers {
  endpoint_id: string;
  url: string;
  description?: string | undefined;
  event_types: readonly string[];
  secret_sealed: string;
}

/** Each event is written once for each of them. */
export const endpointsMax = 50;

/** Refuses 409 TOO_MANY_ENDPOINTS when no further one may be on. Those that are to be at once take turns. */
export async function assertEndpointRoom(tx: TenantTransaction): Promise<void> {
  const turn = `webhook endpoints ${tx.organizationId}`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from webhook_endpoints
         where organization_id = ${tx.organizationId} and status = 'active'`,
  );
  if (found!.count < endpointsMax) return;
  throw new Refusal(
    'TOO_MANY_ENDPOINTS',
    `${found!.count} endpoints are on, and ${endpointsMax} may be: disable one first.`,
    { endpoints_max: endpointsMax },
  );
}

/** Subscribes from now on: the organization's stream starts with its first endpoint. */
export async function insertEndpoint(tx: TenantTransaction, endpoint: NewEndpoint): Promise<void> {
  await execute(
    tx,
    sql`insert into webhook_streams (organization_id, transaction_id)
        values (${tx.organizationId}, stream_horizon(${tx.organizationId})) on conflict do nothing`,
  );
  await execute(
    tx,
    sql`insert into webhook_endpoints (organization_id, id, url, description, event_types, secret_sealed, made_by, maker_token_id)
        values (${tx.organizationId}, ${endpoint.endpoint_id}, ${endpoint.url}, ${endpoint.description ?? ''},
                ${endpoint.event_types}::text[], ${endpoint.secret_sealed}, ${endpoint.made_by}::uuid[],
                ${endpoint.maker_token_id})`,
  );
}

/**
 * An endpoint that is enabled again or has moved is tried at once, with all that waits for it, however late its next try
 * was to be; `status` is omitted when it does not change.
 */
export async function updateEndpoint(
  tx: TenantTransaction,
  id: string,
  fields: {
    url?: string | undefined;
    description?: string | undefined;
    event_types?: readonly string[] | undefined;
    status?: EndpointStatus | undefined;
    /** With whose access its URL is changed. */
    makers?: Makers | undefined;
  },
): Promise<void> {
  const { url = null, description = null, event_types: types = null, status = null, makers } = fields;
  const isTriedNow = status === 'active' || url !== null;
  await execute(
    tx,
    sql`update webhook_endpoints
           set url = coalesce(${url}, url), description = coalesce(${description}, description),
               event_types = coalesce(${types}::text[], event_types), status = coalesce(${status}, status),
               made_by = coalesce(${makers?.made_by ?? null}::uuid[], made_by),
               maker_token_id = case when ${makers !== undefined}::boolean then ${makers?.maker_token_id ?? null}::uuid
                                     else maker_token_id end,
               disabled_reason = case ${status} when 'active' then null when 'disabled' then 'Disabled by hand.'
                                 else disabled_reason end,
               failing_since = case when ${isTriedNow}::boolean then null else failing_since end,
               failed_in_a_row = case when ${isTriedNow}::boolean then 0 else failed_in_a_row end,
               paused_since = case when ${isTriedNow}::boolean then null else paused_since end,
               paused_until = case when ${isTriedNow}::boolean then null else paused_until end,
               pause_reason = case when ${isTriedNow}::boolean then null else pause_reason end,
               updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!isTriedNow) return;
  await takeQueueTurn(tx);
  // Those being tried at this moment are left to whoever records the try.
  await execute(
    tx,
    sql`update webhook_deliveries set next_try_at = ${queuedAt}
         where organization_id = ${tx.organizationId} and endpoint_id = ${id} and status = 'pending'
           and next_try_at > now() and (claimed_until is null or claimed_until < now())`,
  );
}

/**
 * What happened while none of the organization's endpoints was on is sent to nobody. Where others of the platform listen,
 * it was passed over meanwhile; where none does, here: it must not depend on them.
 */
export async function passOverPast(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`update webhook_streams set transaction_id = stream_place(${tx.organizationId}), position = 0
         where organization_id = ${tx.organizationId} and transaction_id < stream_place(${tx.organizationId})
           and not exists (select 1 from webhook_endpoints e
                            where e.organization_id = ${tx.organizationId} and e.status = 'active')`,
  );
}

/**
 * The new secret signs from now on, alongside the old one until its overlap ends, and alongside the one before that while
 * its overlap runs; without an overlap, alone. Refuses 404, and 409 SECRETS_OVERLAP while two earlier ones sign: receivers
 * may have either.
 */
export async function replaceSecret(
  tx: TenantTransaction,
  id: string,
  sealed: string,
  overlapHours: number,
): Promise<void> {
  const isAlone = sql`${overlapHours === 0}::boolean`;
  const changed = await execute(
    tx,
    sql`update webhook_endpoints
           set older_secret_sealed = case when ${isAlone} then null
                                          when older_secret_until > now() then older_secret_sealed
                                          when previous_secret_until > now() then previous_secret_sealed end,
               older_secret_until = case when ${isAlone} then null
                                         when older_secret_until > now() then older_secret_until
                                         when previous_secret_until > now() then previous_secret_until end,
               previous_secret_sealed = secret_sealed, secret_sealed = ${sealed},
               previous_secret_until = now() + make_interval(hours => ${overlapHours}), updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}
           and (${isAlone} or (previous_secret_until > now() and older_secret_until > now()) is not true)`,
  );
  if (changed > 0) return;
  await lockEndpoint(tx, id);
  throw new Refusal(
    'SECRETS_OVERLAP',
    'Two earlier secrets of the endpoint still sign: wait until the overlap of one has ended, or end both with overlap_hours 0.',
  );
}

export interface LockedEndpoint {
  id: string;
  url: string;
  status: EndpointStatus;
  event_types: string[];
}

/** Locks an endpoint; events are handed to it meanwhile. Refuses 404. */
export async function lockEndpoint(tx: TenantTransaction, id: string): Promise<LockedEndpoint> {
  const found = await row<LockedEndpoint>(
    tx,
    sql`select id, url, status, event_types from webhook_endpoints where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
  if (!found) throw notFound('endpoint');
  return found;
}

/** The types of the events that wait to be sent to an endpoint. */
export async function pendingTypes(tx: TenantTransaction, endpointId: string): Promise<string[]> {
  const found = await rows<{ event_type: string }>(
    tx,
    sql`select distinct event_type from webhook_deliveries
         where organization_id = ${tx.organizationId} and endpoint_id = ${endpointId} and status = 'pending'`,
  );
  return found.map(({ event_type: type }) => type);
}

/** Queues the events of a window that the endpoint subscribes to again, in order, behind what is waiting. */
export async function replayWindow(
  tx: TenantTransaction,
  endpointId: string,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<number> {
  await takeQueueTurn(tx);
  return execute(
    tx,
    sql`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, subject_type, subject_id,
          payload, is_replay, next_try_at)
        select e.organization_id, uuid7(), w.id, e.id, e.type, e.subject_type, e.subject_id,
               webhook_payload(e), true, ${queuedAt}
          from webhook_endpoints w
          join events e on e.organization_id = w.organization_id and e.occurred_at >= ${from} and e.occurred_at < ${to}
           and ${isWanted}
         where w.organization_id = ${tx.organizationId} and w.id = ${endpointId}
         order by e.transaction_id, e.position limit ${limit}`,
  );
}

/** Queues one delivery again. Refuses 404. */
export async function replayDelivery(
  tx: TenantTransaction,
  deliveryId: string,
): Promise<{ id: string; event_type: string }> {
  const id = newId();
  await takeQueueTurn(tx);
  const made = await row<{ id: string; event_type: string }>(
    tx,
    sql`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, subject_type, subject_id,
          payload, is_replay, next_try_at)
        select organization_id, ${id}::uuid, endpoint_id, event_id, event_type, subject_type, subject_id, payload, true,
               ${queuedAt}
          from webhook_deliveries where organization_id = ${tx.organizationId} and id = ${deliveryId}
        returning id, event_type`,
  );
  if (!made) throw notFound('delivery');
  return made;
}
