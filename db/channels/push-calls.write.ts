/** Pushes to stores: claimed, sent, recorded under their claim. */
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import type { PushKind } from '../../domain/channels/push-kinds.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import { execute, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { awaitsNumber } from '../integration/awaited-numbers.ts';
import { claimedFor, releasedAfter, type OutboundRoom } from '../outside.ts';
import { pausing } from './store-pause.write.ts';

export interface ClaimedPush {
  organization_id: string;
  id: string;
  connection_id: string;
  kind: PushKind;
  subject: string;
  store_location: string;
  order_id: string | null;
  external_order_id: string | null;
  wanted: Record<string, unknown>;
  channel_says: Record<string, unknown> | null;
  version: string;
  attempts: number;
  claim: string;
  /** Since when the store may have taken it, in ms; null when nothing was lost. */
  lost_ms: number | null;
  header_names: HeaderNames;
  api_url: string | null;
  credentials_sealed: string | null;
}

// What is told of an order is told in the order it happened: the later waits until the store has the earlier, whatever
// became of that since, or a person has given it up. A departure that waits for its number holds nothing up.
const isNext = sql`(d.order_id is null or not exists (
  select 1 from channel_pushes before
   where before.organization_id = d.organization_id and before.order_id = d.order_id
     and before.connection_id = d.connection_id and before.sent_version < before.version
     and before.sent_version = 0 and before.given_up_at is null and not ${awaitsNumber(sql`before`)}
     and (before.queued_at, before.kind = 'cancellation', before.subject)
       < (d.queued_at, d.kind = 'cancellation', d.subject)))`;

/**
 * Claims due pushes of these kinds for as long as a try may take, and for each organization no more than its share of
 * the room, however much it has waiting. A connection that rate-limited us is skipped until its pause is over. What
 * somebody else is writing is passed over, so a claim waits for nobody.
 */
export function claimPushes(
  database: Database,
  kinds: readonly PushKind[],
  { free, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<ClaimedPush[]> {
  return rows<ClaimedPush>(
    database.system,
    sql`with taken as materialized (
          select d.organization_id, d.id, ranked.header_names, ranked.api_url, ranked.credentials_sealed
                  from (select q.*, c.header_names, c.api_url, c.credentials_sealed,
                       row_number() over (partition by q.organization_id order by q.next_try_at)
                         + coalesce(u.count, 0) as turn
                  from channel_connections c
                 cross join lateral (
                   select d.organization_id, d.id, d.next_try_at
                     from channel_pushes d
                    where d.organization_id = c.organization_id and d.connection_id = c.id
                      and d.sent_version < d.version and d.given_up_at is null and d.next_try_at <= now()
                      and d.kind = any (${kinds}::text[]) and ${isNext}
                      and (d.claimed_until is null or d.claimed_until < now())
                    order by d.next_try_at limit ${ofOneMax}) q
                  left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[])
                         as u (organization_id, count) on u.organization_id = c.organization_id
                 where c.status <> 'disabled' and (c.paused_until is null or c.paused_until <= now())
                       ) ranked
                  join channel_pushes d on d.organization_id = ranked.organization_id and d.id = ranked.id
                   and d.sent_version < d.version and d.given_up_at is null
                   and (d.claimed_until is null or d.claimed_until < now())
                 where ranked.turn <= ${ofOneMax} order by ranked.next_try_at limit ${free}
                   for update of d skip locked)
        update channel_pushes p
           set ${claimedFor(seconds, sql`order_id is not null`)}
          from taken
         where p.organization_id = taken.organization_id and p.id = taken.id
        returning p.organization_id, p.id, p.connection_id, p.kind, p.subject, p.store_location, p.order_id, p.external_order_id,
                  p.wanted, p.channel_says, p.version::text as version, p.attempts, p.claim,
                  floor(extract(epoch from now() - p.unknown_since) * 1000)::float8 as lost_ms,
                  taken.header_names, taken.api_url, taken.credentials_sealed`,
  );
}

/** Records what the store has. A version older than the one the store has leaves the ledger unchanged. */
export async function recordSent(
  database: Database,
  push: ClaimedPush,
  sent: object,
  channelSays: object | null,
): Promise<void> {
  await execute(
    database.system,
    sql`update channel_pushes
           set wanted = case when return_id is null then wanted else ${JSON.stringify(push.wanted)}::jsonb end,
               sent = ${JSON.stringify(sent)}::jsonb, sent_version = ${push.version}::bigint,
               channel_says = ${channelSays && JSON.stringify(channelSays)}::jsonb, sent_at = now(), attempts = 0,
               last_error = null, claim = null, claimed_until = null, unknown_since = null, given_up_at = null
         where organization_id = ${push.organization_id} and id = ${push.id} and claim = ${push.claim}
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

/**
 * Schedules a retry of what the store did not accept: at once where a newer version is wanted by now. When it rate-limits
 * us, the whole connection pauses.
 */
export async function recordUnsent(
  database: Database,
  push: ClaimedPush,
  { kind, error, isPause, isLostAnew }: Unsent,
  { attempts, ms: retryMs = 0 }: NextTry,
): Promise<void> {
  const isNewest = sql`version = ${push.version}::bigint`;
  await database.system.transaction(async (tx) => {
    const write = async (): Promise<boolean> => {
      const written = await execute(
        tx,
        sql`update channel_pushes
               set last_error = ${error}, ${releasedAfter(kind, isLostAnew)},
                   attempts = case when ${isNewest} then ${attempts}::integer else attempts end,
                   next_try_at = case when ${isNewest} then now() + ${retryMs}::integer * interval '1 millisecond'
                                      else now() end
             where organization_id = ${push.organization_id} and id = ${push.id} and claim = ${push.claim}`,
      );
      return written > 0;
    };
    await (isPause ? pausing(tx, push, retryMs, write) : write());
  });
}
