/** Reads gap searches and what they found. */
import { isOneOf } from '../state-columns.ts';
import { openSearchStates } from '../../domain/channels/gap-search.ts';
import type { GapOutcome, GapSearchStatus, LookedBy } from '../../domain/channels/gap-search.ts';
import { row, rows, type Database, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface GapSearchRow {
  id: string;
  connection_id: string;
  merchant_id: string;
  is_scheduled: boolean;
  looked_by: LookedBy;
  since: Date;
  until: Date;
  status: GapSearchStatus;
  orders_seen: number;
  orders_missing: number;
  orders_fetched: number;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
}

const columns = sql`s.id, s.connection_id, s.merchant_id, s.is_scheduled, s.looked_by, s.since, s.until, s.status,
  s.orders_seen, o.missing as orders_missing, o.fetched as orders_fetched, s.last_error, s.created_at, s.ended_at`;
const from = sql`channel_gap_searches s
  cross join lateral (
    select count(*)::integer as missing, (count(*) filter (where outcome = 'fetched'))::integer as fetched
      from channel_gap_orders where organization_id = s.organization_id and search_id = s.id) o`;

export function listGapSearches(
  tx: TenantTransaction,
  { page, page_size, ...filters }: PageQuery & { connection_id?: string; status?: GapSearchStatus },
): Promise<PageOf<GapSearchRow>> {
  const parts = [sql`s.organization_id = ${tx.organizationId}`];
  if (filters.connection_id) parts.push(sql`s.connection_id = ${filters.connection_id}::uuid`);
  if (filters.status) parts.push(sql`s.status = ${filters.status}`);
  const order = ['-s.created_at', '-s.id'];
  return readPage<GapSearchRow>(tx, { columns, from, where: every(parts), order }, { page, page_size });
}

export function findGapSearch(tx: TenantTransaction, id: string): Promise<GapSearchRow | undefined> {
  return row<GapSearchRow>(
    tx,
    sql`select ${columns} from ${from} where s.organization_id = ${tx.organizationId} and s.id = ${id}`,
  );
}

export interface GapOrderRow {
  search_id: string;
  connection_id: string;
  external_id: string;
  outcome: GapOutcome;
  event_id: string | null;
  found_at: Date;
  ended_at: Date | null;
}

const orderColumns = sql`search_id, connection_id, external_id, outcome, event_id, found_at, ended_at`;

export function listGapOrders(
  tx: TenantTransaction,
  {
    page,
    page_size,
    ...filters
  }: PageQuery & { search_id?: string; connection_id?: string; outcome?: GapOutcome; external_id?: string },
): Promise<PageOf<GapOrderRow>> {
  const parts = [sql`organization_id = ${tx.organizationId}`];
  if (filters.search_id) parts.push(sql`search_id = ${filters.search_id}::uuid`);
  if (filters.connection_id) parts.push(sql`connection_id = ${filters.connection_id}::uuid`);
  if (filters.outcome) parts.push(sql`outcome = ${filters.outcome}`);
  if (filters.external_id) parts.push(sql`external_id = ${filters.external_id}`);
  const list = {
    columns: orderColumns,
    from: sql`channel_gap_orders`,
    where: every(parts),
    order: ['-found_at', 'search_id', 'external_id'],
  };
  return readPage<GapOrderRow>(tx, list, { page, page_size });
}

export interface DueConnection {
  organization_id: string;
  connection_id: string;
  since: Date;
  until: Date;
}

/** Whether a search `s` is done that ended long before the present: there is more to search through already. */
export const endedEarly = sql`(s.status = 'done' and s.until < s.created_at - interval '15 minutes')`;

/**
 * Connections due for a scheduled search: active, receiving orders, and not searched within the interval, unless the last
 * one ended early. The window begins an hour before the end of the last completed one, so that they overlap, and leaves
 * out the last few minutes, whose webhooks may still be in flight. It is a day at most, and half of that for each search
 * since that failed: one reads a limited number of pages, and what was too much for it would only grow.
 */
export function connectionsToSearch(
  database: Database,
  { everyMinutes, windowDaysMax }: { everyMinutes: number; windowDaysMax: number },
): Promise<DueConnection[]> {
  return rows<DueConnection>(
    database.system,
    sql`select c.organization_id, c.id as connection_id, w.since,
               least(now() - interval '5 minutes', w.since + interval '1 day' / (1 << least(f.count, 3)::integer)) as until
          from channel_connections c
          left join lateral (
            select until, created_at from channel_gap_searches s
             where s.organization_id = c.organization_id and s.connection_id = c.id and s.status = 'done'
               and s.is_scheduled order by until desc limit 1) last on true
          cross join lateral (
            select greatest(coalesce(last.until - interval '1 hour', now() - interval '1 day'),
                            now() - make_interval(days => ${windowDaysMax})) as since) w
          cross join lateral (
            select count(*) from channel_gap_searches s
             where s.organization_id = c.organization_id and s.connection_id = c.id and s.status = 'failed'
               and s.is_scheduled and s.created_at > coalesce(last.created_at, '-infinity')) f
         where c.status = 'active' and c.api_url is not null and c.credentials_sealed is not null
           and (c.sync_scopes = '{}' or 'orders' = any (c.sync_scopes))
           and not exists (
             select 1 from channel_gap_searches s
              where s.organization_id = c.organization_id and s.connection_id = c.id
                and (${isOneOf('s.status', openSearchStates)}
                     or (s.is_scheduled and s.created_at > now() - make_interval(mins => ${everyMinutes})
                         and not ${endedEarly})))
         order by c.organization_id, c.id limit 10000`,
  );
}
