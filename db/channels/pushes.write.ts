/** The ledger of pushes to stores: wanted, claimed, sent. */
import type { OrderPushKind, PushKind, SkuPushKind } from '../../domain/channels/push-kinds.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { claimedFor, releasedAfter, type OutboundRoom } from '../outside.ts';
import { pausing } from './store-pause.write.ts';

export interface MappedItem {
  channel_sku: string;
  item_id: string;
  merchant_id: string;
  sku: string;
  name: string;
  uom: string;
  weight_kg: string | null;
  is_active: boolean;
}

/** The mapped items of a connection, limited to these products when some are given. */
export function mappedItems(
  tx: TenantTransaction,
  connectionId: string,
  productIds: readonly string[] | null,
  limit: number,
): Promise<MappedItem[]> {
  return rows<MappedItem>(
    tx,
    sql`select m.channel_sku, m.item_id, m.merchant_id, i.sku, i.name, i.uom, i.weight_kg, i.is_active
          from product_mappings m
          join items i on i.organization_id = m.organization_id and i.id = m.item_id
         where m.organization_id = ${tx.organizationId} and m.connection_id = ${connectionId}
           and (${productIds}::uuid[] is null or m.item_id = any (${productIds}::uuid[]))
         order by m.channel_sku limit ${limit}`,
  );
}

/** How many of the merchant's items have no channel SKU on this connection. */
export async function countUnmapped(
  tx: TenantTransaction,
  connectionId: string,
  productIds: readonly string[] | null,
): Promise<number> {
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count
          from channel_connections c
          join items i on i.organization_id = c.organization_id and i.merchant_id = c.merchant_id and i.is_active
         where c.organization_id = ${tx.organizationId} and c.id = ${connectionId}
           and (${productIds}::uuid[] is null or i.id = any (${productIds}::uuid[]))
           and not exists (select 1 from product_mappings m where m.organization_id = i.organization_id
                              and m.connection_id = c.id and m.item_id = i.id)`,
  );
  return found!.count;
}

export interface Wanted {
  channel_sku: string;
  merchant_id: string;
  item_id: string;
  wanted: object;
}

/**
 * Gives its next version to each SKU that has changed or that the store has not been told at all; one that waits already
 * has waited since then. The caller holds the connection locked. Returns how many.
 */
export function want(
  tx: TenantTransaction,
  connectionId: string,
  kind: SkuPushKind,
  wanted: readonly Wanted[],
): Promise<number> {
  return execute(
    tx,
    sql`insert into channel_pushes as p (organization_id, connection_id, kind, subject, merchant_id, item_id, wanted)
        select ${tx.organizationId}::uuid, ${connectionId}::uuid, ${kind}::text, w.channel_sku, w.merchant_id, w.item_id,
               w.wanted
          from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (channel_sku text, merchant_id uuid,
               item_id uuid, wanted jsonb)
         order by w.channel_sku
        on conflict (organization_id, connection_id, kind, subject) do update
           set wanted = excluded.wanted, item_id = excluded.item_id, version = p.version + 1, attempts = 0,
               next_try_at = now(), queued_at = case when p.sent_version < p.version then p.queued_at else now() end
         where p.wanted is distinct from excluded.wanted or (p.sent is null and p.sent_version = p.version)`,
  );
}

/** How many SKUs of a connection the store has not been told as they are wanted. */
export async function countPending(
  tx: TenantTransaction,
  connectionId: string,
  kind: PushKind,
): Promise<number> {
  const found = await row<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from channel_pushes
         where organization_id = ${tx.organizationId} and connection_id = ${connectionId} and kind = ${kind}
           and sent_version < version`,
  );
  return found!.count;
}

export interface ClaimedPush {
  organization_id: string;
  connection_id: string;
  kind: PushKind;
  subject: string;
  order_id: string | null;
  external_order_id: string | null;
  wanted: Record<string, unknown>;
  version: string;
  attempts: number;
  claim: string;
  /** Since when the store may have taken it, in ms; null when nothing was lost. */
  lost_ms: number | null;
  api_url: string | null;
  credentials_sealed: string | null;
}

// What is told of an order is told in the order it happened: the later waits until the store has the earlier.
const isNext = sql`(d.order_id is null or not exists (
  select 1 from channel_pushes before
   where before.organization_id = d.organization_id and before.order_id = d.order_id
     and before.connection_id = d.connection_id and before.sent_version < before.version
     and (before.queued_at, before.kind = 'cancellation', before.subject)
       < (d.queued_at, d.kind = 'cancellation', d.subject)))`;

/**
 * Claims due pushes of these kinds for as long as a try may take, and for each organization no more than its share of
 * the room, however much it has waiting. A connection that rate-limited us is skipped until its pause is over. What
 * somebody else is writing is passed over, so a claim waits for nobody.
 */
export function claimPushes(
  database: Database,
  kinds: readonly (SkuPushKind | OrderPushKind)[],
  { free, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<ClaimedPush[]> {
  return rows<ClaimedPush>(
    database.system,
    sql`update channel_pushes p
           set ${claimedFor(seconds, sql`order_id is not null`)}
          from (select d.organization_id, d.connection_id, d.kind, d.subject, ranked.api_url,
                       ranked.credentials_sealed
                  from (select q.*, c.api_url, c.credentials_sealed,
                       row_number() over (partition by q.organization_id order by q.next_try_at)
                         + coalesce(u.count, 0) as turn
                  from channel_connections c
                 cross join lateral (
                   select d.organization_id, d.connection_id, d.kind, d.subject, d.next_try_at
                     from channel_pushes d
                    where d.organization_id = c.organization_id and d.connection_id = c.id
                      and d.sent_version < d.version and d.next_try_at <= now()
                      and d.kind = any (${kinds}::text[]) and ${isNext}
                      and (d.claimed_until is null or d.claimed_until < now())
                    order by d.next_try_at limit ${ofOneMax}) q
                  left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[])
                         as u (organization_id, count) on u.organization_id = c.organization_id
                 where c.status <> 'disabled' and (c.paused_until is null or c.paused_until <= now())
                       ) ranked
                  join channel_pushes d on d.organization_id = ranked.organization_id
                   and d.connection_id = ranked.connection_id and d.kind = ranked.kind
                   and d.subject = ranked.subject and d.sent_version < d.version
                   and (d.claimed_until is null or d.claimed_until < now())
                 where ranked.turn <= ${ofOneMax} order by ranked.next_try_at limit ${free}
                   for update of d skip locked) taken
         where p.organization_id = taken.organization_id and p.connection_id = taken.connection_id
           and p.kind = taken.kind and p.subject = taken.subject
        returning p.organization_id, p.connection_id, p.kind, p.subject, p.order_id, p.external_order_id,
                  p.wanted, p.version::text as version, p.attempts, p.claim,
                  floor(extract(epoch from now() - p.unknown_since) * 1000)::float8 as lost_ms,
                  taken.api_url, taken.credentials_sealed`,
  );
}

/** Records what the store accepted. A version older than the one the store has leaves the ledger unchanged. */
export async function recordSent(
  database: Database,
  push: ClaimedPush,
  channelSays: object | null,
): Promise<void> {
  await execute(
    database.system,
    sql`update channel_pushes
           set sent = ${JSON.stringify(push.wanted)}::jsonb, sent_version = ${push.version}::bigint,
               channel_says = ${channelSays && JSON.stringify(channelSays)}::jsonb, sent_at = now(), attempts = 0,
               last_error = null, claim = null, claimed_until = null, unknown_since = null
         where organization_id = ${push.organization_id} and connection_id = ${push.connection_id}
           and kind = ${push.kind} and subject = ${push.subject} and claim = ${push.claim}
           and sent_version < ${push.version}::bigint`,
  );
}

interface Unsent {
  kind: 'refused' | 'unsent' | 'unknown';
  error: string;
  /** The store asks to be left alone. */
  isPause: boolean;
  /** What is to settle begins with this loss. */
  isLostAnew: boolean;
}

/** Schedules a retry of what the store did not accept; when it rate-limits us, the whole connection pauses. */
export async function recordUnsent(
  database: Database,
  push: ClaimedPush,
  { kind, error, isPause, isLostAnew }: Unsent,
  { attempts, ms: retryMs = 0 }: NextTry,
): Promise<void> {
  await database.system.transaction(async (tx) => {
    const write = async (): Promise<boolean> => {
      const written = await execute(
        tx,
        sql`update channel_pushes
               set attempts = ${attempts}, last_error = ${error}, ${releasedAfter(kind, isLostAnew)},
                   next_try_at = now() + ${retryMs}::integer * interval '1 millisecond'
             where organization_id = ${push.organization_id} and connection_id = ${push.connection_id}
               and kind = ${push.kind} and subject = ${push.subject} and claim = ${push.claim}`,
      );
      return written > 0;
    };
    await (isPause ? pausing(tx, push, retryMs, write) : write());
  });
}
