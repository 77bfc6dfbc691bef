/**
 * Initial statistics for tables nobody has analyzed yet. Without any, Postgres considers every index that leads with
 * organization_id equally good and may look up a row by id through one of them, reading all of the organization's rows;
 * a prepared statement keeps that bad plan until autovacuum comes by. So a new table starts with the fact that matters:
 * few organizations, many rows each. The first ANALYZE replaces it.
 */
import type pg from 'pg';

/** Postgres 18 lets the owner set statistics; on older versions a new database waits for autovacuum's first run. */
export async function giveFirstStatistics(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare
      fresh record;
    begin
      if current_setting('server_version_num')::int < 180000 then return; end if;
      for fresh in
        select c.relname from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples < 0
      loop
        -- Sizes stay unknown: for a table never analyzed Postgres assumes ten pages, which keeps it off sequential scans.
        perform pg_restore_attribute_stats('schemaname', 'public', 'relname', fresh.relname::text,
          'attname', 'organization_id', 'inherited', false,
          'null_frac', 0::real, 'avg_width', 16::integer, 'n_distinct', 1::real);
      end loop;
    end $$`);
}
