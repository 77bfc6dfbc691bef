/** Writes of gap searches: started by a command, then claimed and worked on across organizations. */
import { isOneOf } from '../state-columns.ts';
import { openSearchStates } from '../../domain/channels/gap-search.ts';
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import { newId } from '../../domain/new-id.ts';
import type { GapOutcome, LookedBy } from '../../domain/channels/gap-search.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import type { OutboundRoom } from '../outside.ts';
import { endedEarly } from './gap-searches.read.ts';
import { pausing } from './store-pause.write.ts';

/**
 * The connection's search in progress or, failing that, its last scheduled one if it is recent enough and did not end
 * early, before `until`.
 */
export function recentSearch(
  tx: TenantTransaction,
  connectionId: string,
  scheduledWithinMinutes: number,
  until: string,
): Promise<{ id: string; is_open: boolean } | undefined> {
  const isOpen = isOneOf('s.status', openSearchStates);
  return row(
    tx,
    sql`select s.id, ${isOpen} as is_open from channel_gap_searches s
         where s.organization_id = ${tx.organizationId} and s.connection_id = ${connectionId}
           and (${isOpen}
                or (s.is_scheduled and s.created_at > now() - make_interval(mins => ${scheduledWithinMinutes})
                    and not (${endedEarly} and s.until < ${until}::timestamptz)))
         order by ${isOpen} desc, s.created_at desc limit 1`,
  );
}

/** The caller holds the connection locked, so that only one search of it is in progress at a time. */
export async function insertSearch(
  tx: TenantTransaction,
  search: {
    connection_id: string;
    merchant_id: string;
    is_scheduled: boolean;
    looked_by: LookedBy;
    since: string;
    until: string;
  },
): Promise<string> {
  const id = newId();
  const record = { organization_id: tx.organizationId, id, ...search };
  await execute(tx, sql`insert into channel_gap_searches ${values(record)}`);
  return id;
}

export interface ClaimedSearch {
  organization_id: string;
  id: string;
  connection_id: string;
  merchant_id: string;
  connector: string;
  store_domain: string | null;
  looked_by: LookedBy;
  since: Date;
  until: Date;
  page_cursor: string | null;
  is_listed: boolean;
  pages: number;
  attempts: number;
  claim: string;
  header_names: HeaderNames;
  api_url: string | null;
  credentials_sealed: string | null;
  /** The first of the missing orders that have not been asked for. */
  next_order: string | null;
}

/**
 * Claims due searches for a limited time. A connection that rate-limited us is skipped until its pause is over, a disabled
 * one until it is enabled. What somebody else is writing is passed over, so a claim waits for nobody.
 */
export function claimSearches(
  database: Database,
  { free, ofOneMax, underWay }: OutboundRoom,
  seconds: number,
): Promise<ClaimedSearch[]> {
  return rows<ClaimedSearch>(
    database.system,
    sql`with taken as materialized (
          select d.organization_id, d.id, ranked.connector, ranked.store_domain, ranked.header_names, ranked.api_url,
                       ranked.credentials_sealed
                  from (select q.organization_id, q.id, q.next_try_at, c.connector, c.store_domain, c.header_names, c.api_url,
                       c.credentials_sealed,
                       row_number() over (partition by q.organization_id order by q.next_try_at)
                         + coalesce(u.count, 0) as turn
                  from channel_gap_searches q
                  join channel_connections c on c.organization_id = q.organization_id and c.id = q.connection_id
                  left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[])
                         as u (organization_id, count) on u.organization_id = q.organization_id
                 where ${isOneOf('q.status', openSearchStates)} and q.next_try_at <= now()
                   and (q.claimed_until is null or q.claimed_until < now())
                   and c.status <> 'disabled'
                   and (c.paused_until is null or c.paused_until <= now())
                       ) ranked
                  join channel_gap_searches d on d.organization_id = ranked.organization_id and d.id = ranked.id
                   and ${isOneOf('d.status', openSearchStates)} and (d.claimed_until is null or d.claimed_until < now())
                 where ranked.turn <= ${ofOneMax} order by ranked.next_try_at limit ${free}
                   for update of d skip locked)
        update channel_gap_searches s
           set claim = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${seconds}), status = 'running'
          from taken
         where s.organization_id = taken.organization_id and s.id = taken.id
        returning s.organization_id, s.id, s.connection_id, s.merchant_id, s.looked_by, s.since, s.until, s.page_cursor,
                  s.is_listed, s.pages, s.attempts, s.claim, taken.connector, taken.store_domain, taken.header_names, taken.api_url,
                  taken.credentials_sealed,
                  (select o.external_id from channel_gap_orders o
                    where o.organization_id = s.organization_id and o.search_id = s.id and o.outcome = 'missing'
                    order by o.external_id limit 1) as next_order`,
  );
}

/**
 * Records a page of the store's list: which of its orders never arrived under this topic, and where the list continues.
 * Only the claim's holder writes, and releases it.
 */
export function recordPage(
  database: Database,
  search: ClaimedSearch,
  page: { ids: readonly string[]; next: string | null; topic: string },
): Promise<void> {
  return database.system.transaction(async (tx) => {
    const noted = await execute(
      tx,
      sql`update channel_gap_searches
             set page_cursor = ${page.next}, is_listed = ${page.next === null}, pages = pages + 1,
                 orders_seen = orders_seen + ${page.ids.length}, last_error = null, attempts = 0, next_try_at = now(),
                 claim = null, claimed_until = null
           where organization_id = ${search.organization_id} and id = ${search.id} and claim = ${search.claim}`,
    );
    if (noted === 0) return;
    await execute(
      tx,
      sql`insert into channel_gap_orders (organization_id, search_id, external_id, connection_id, merchant_id)
          select ${search.organization_id}::uuid, ${search.id}::uuid, o.id, ${search.connection_id}::uuid,
                 ${search.merchant_id}::uuid
            from unnest(${page.ids}::text[]) o (id)
           where not exists (
             select 1 from inbound_events e
              where e.organization_id = ${search.organization_id}::uuid and e.connection_id = ${search.connection_id}::uuid
                and e.topic = ${page.topic} and e.external_id = o.id)
           order by o.id
          on conflict do nothing`,
    );
  });
}

/** Records what became of a missing order; the first result stands. */
export async function recordFetched(
  database: Database,
  { organization_id, id }: ClaimedSearch,
  externalId: string,
  outcome: Exclude<GapOutcome, 'missing'>,
  eventId: string | null,
): Promise<void> {
  await execute(
    database.system,
    sql`update channel_gap_orders set outcome = ${outcome}, event_id = ${eventId}, ended_at = now()
         where organization_id = ${organization_id} and search_id = ${id} and external_id = ${externalId}
           and outcome = 'missing'`,
  );
}

export interface SearchRest {
  status: 'running' | 'done' | 'failed';
  /** When it continues, in ms; for running. */
  next_try_ms: number;
  error: string | null;
  /** Faults since the last answer. */
  attempts: number;
  /** The store rate-limited us: the whole connection pauses this long. */
  is_pause: boolean;
}

/** Releases a search, to be continued later or ended. Only the claim's holder writes. */
export async function restSearch(
  database: Database,
  search: ClaimedSearch,
  { status, next_try_ms: nextMs, error, attempts, is_pause: isPause }: SearchRest,
): Promise<void> {
  await database.system.transaction(async (tx) => {
    const write = async (): Promise<boolean> => {
      const written = await execute(
        tx,
        sql`update channel_gap_searches
               set status = ${status}, last_error = ${error}, claim = null, claimed_until = null,
                   attempts = ${attempts}, next_try_at = now() + ${nextMs}::integer * interval '1 millisecond',
                   ended_at = case when ${status} = 'running' then null else now() end
             where organization_id = ${search.organization_id} and id = ${search.id} and claim = ${search.claim}`,
      );
      return written > 0;
    };
    await (isPause ? pausing(tx, search, nextMs, write) : write());
  });
}
