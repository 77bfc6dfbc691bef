/**
 * Retention: how long history is kept, and where it went: an operator's policy for each table, and the files that rows
 * were written to before they were removed.
 *
 * Rows are removed through one function, which the system role may call but no tenant's transaction: it removes exactly
 * the rows whose digest it is given, or none. Its own conditions hold whatever it is asked: nothing younger than four
 * weeks, and nothing that is still open.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions, protectTenantTable, tenantKey } from '../tenant-table.ts';

const removedFrom = [
  'commands',
  'events',
  'print_jobs',
  'label_texts',
  'event_numbers',
  'inbound_events',
  'flow_runs',
  'flow_run_steps',
  'inventory_snapshots',
] as const;
const ofEveryOrganization = ['inventory_snapshot_days', 'retention_files'] as const;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Without a row a table is kept forever. The result of the last sweep is stored with the policy.
    create table retention_policies (
      table_name text primary key
        check (table_name in ('commands', 'events', 'print_jobs', 'inbound_events', 'inventory_snapshots')),
      keep_months integer check (keep_months between 1 and 1200),
      swept_at timestamptz,
      -- Rows removed since the policy was first set.
      rows_removed bigint not null default 0,
      problem text,
      updated_at timestamptz not null default now()
    );
    grant select, insert, update on retention_policies to ${roleNames.system};

    create table retention_files (
      ${tenantKey},
      table_name text not null
        check (table_name in ('commands', 'events', 'print_jobs', 'label_texts', 'inbound_events', 'inventory_snapshots')),
      file_key text not null,
      -- Hash of the rows as text, one per line, and of the compressed file.
      rows_sha256 text not null check (rows_sha256 ~ '^[0-9a-f]{64}$'),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      bytes bigint not null check (bytes > 0),
      rows_count integer not null check (rows_count > 0),
      first_at timestamptz not null,
      last_at timestamptz not null,
      written_at timestamptz not null default now(),
      -- Null: written and checked, but its rows still exist.
      removed_at timestamptz,
      -- For rows dropped with their month: the sum of their hashes, in any order.
      rows_hash numeric,
      constraint retention_files_once unique (organization_id, table_name, sha256)
    );
    create index retention_files_newest on retention_files (organization_id, written_at desc, id desc);

    -- An event that a store sent, as a line of a file: with the runs of flows over it and their steps.
    create function inbound_event_line(p_event inbound_events) returns text
    language sql stable set timezone = 'UTC' as $$
      select row_to_json(whole)::text
        from (select (p_event).*, (
                select json_agg(row_to_json(of_run) order by of_run.created_at, of_run.id)
                  from (select r.*, (
                          select json_agg(row_to_json(s) order by s.step_no) from flow_run_steps s
                           where s.organization_id = r.organization_id and s.run_id = r.id) as steps
                          from flow_runs r
                         where r.organization_id = (p_event).organization_id and r.event_id = (p_event).id) of_run
              ) as runs) whole
    $$;

    create function retention_remove(p_table text, p_organization uuid, p_keys text[], p_sha256 text) returns integer
    language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
    declare
      removed integer;
      digest text;
      youngest constant timestamptz := now() - interval '28 days';
    begin
      perform enter_organization(p_organization, '');
      if p_table = 'commands' then
        with gone as (
          delete from commands c
           where c.organization_id = p_organization and c.id = any (p_keys::uuid[])
             and c.state <> 'accepted' and c.created_at < youngest
          returning c.*)
        select count(*), encode(sha256(convert_to(string_agg(row_to_json(g)::text || E'\\n', '' order by g.id), 'UTF8')), 'hex')
          into removed, digest from gone g;
      elsif p_table = 'events' then
        perform set_config('app.retention', 'on', true);
        with gone as (
          delete from events e using unnest(p_keys) k (key)
           where e.organization_id = p_organization and e.transaction_id = split_part(k.key, '/', 1)::xid8
             and e.position = split_part(k.key, '/', 2)::bigint and e.occurred_at < youngest
          returning e.*),
        last as (
          select subject_type, subject_id, max(subject_seq) as seq from gone
           where subject_id <> command_id group by 1, 2),
        -- Who is told of next goes on counting where its past ended; what is about its command alone is never told of again.
        numbered as (
          insert into event_numbers as n (organization_id, subject_type, subject_id, last_seq)
          select p_organization, l.subject_type, l.subject_id, l.seq from last l
           where not exists (
             select 1 from events e where e.organization_id = p_organization and e.subject_type = l.subject_type
                and e.subject_id = l.subject_id and e.subject_seq > l.seq)
          on conflict (organization_id, subject_type, subject_id) do update
            set last_seq = greatest(n.last_seq, excluded.last_seq))
        select count(*), encode(sha256(convert_to(
                 string_agg(row_to_json(g)::text || E'\\n', '' order by g.transaction_id, g.position), 'UTF8')), 'hex')
          into removed, digest from gone g;
        perform set_config('app.retention', '', true);
      elsif p_table = 'print_jobs' then
        with gone as (
          delete from print_jobs j
           where j.organization_id = p_organization and j.id = any (p_keys::uuid[])
             and j.status in ('done', 'cancelled', 'failed', 'expired') and j.finished_at < youngest
          returning j.*)
        select count(*), encode(sha256(convert_to(
                 string_agg(row_to_json(g)::text || E'\\n', '' order by g.created_at, g.id), 'UTF8')), 'hex')
          into removed, digest from gone g;
      elsif p_table = 'label_texts' then
        -- Who prints a text again finds it there or keeps it anew: nobody does either while it goes.
        lock table label_texts in share row exclusive mode;
        with gone as (
          delete from label_texts t
           where t.organization_id = p_organization and t.created_at < youngest
             and t.sha256 in (select decode(k, 'hex') from unnest(p_keys) k)
             and not exists (select 1 from print_jobs j
                              where j.organization_id = p_organization and j.zpl_sha256 = t.sha256)
             and not exists (select 1 from commands c
                              where c.organization_id = p_organization and c.state = 'accepted'
                                and c.name = 'printing.print_label')
          returning t.*)
        select count(*), encode(sha256(convert_to(string_agg(row_to_json(g)::text || E'\\n', '' order by g.sha256), 'UTF8')), 'hex')
          into removed, digest from gone g;
      elsif p_table = 'inbound_events' then
        -- Whoever works on an event holds it locked; from here on nobody does.
        perform 1 from inbound_events e
          where e.organization_id = p_organization and e.id = any (p_keys::uuid[]) order by e.id for update;
        select count(*), encode(sha256(convert_to(
                 string_agg(inbound_event_line(e) || E'\\n', '' order by e.received_at, e.id), 'UTF8')), 'hex')
          into removed, digest
          from inbound_events e
         where e.organization_id = p_organization and e.id = any (p_keys::uuid[]) and e.archived_at is null
           and e.status in ('processed', 'ignored', 'duplicate') and e.received_at < youngest
           and not exists (select 1 from flow_runs r
                            where r.organization_id = p_organization and r.event_id = e.id
                              and r.status in ('queued', 'running'));
        delete from flow_run_steps s using flow_runs r
         where s.organization_id = p_organization and r.organization_id = p_organization and r.id = s.run_id
           and r.event_id = any (p_keys::uuid[]);
        delete from flow_runs r where r.organization_id = p_organization and r.event_id = any (p_keys::uuid[]);
        -- The first delivery of an order stays, without its body: a store may tell of the order again at any time.
        update inbound_events e set raw_body = null, archived_at = now()
         where e.organization_id = p_organization and e.id = any (p_keys::uuid[])
           and e.status <> 'duplicate' and e.external_id is not null;
        delete from inbound_events e
         where e.organization_id = p_organization and e.id = any (p_keys::uuid[])
           and (e.status = 'duplicate' or e.external_id is null);
      else
        raise exception 'retention_remove knows no table %', p_table;
      end if;
      if removed <> cardinality(p_keys) or digest is distinct from p_sha256 then
        raise exception 'rows of % changed since they were written to a file: none is removed', p_table
          using errcode = 'WP002';
      end if;
      return removed;
    end $$;
    -- Removes a day of stock that is in no monthly partition.
    create function retention_remove_day(p_organization uuid, p_day date, p_rows bigint, p_hash numeric) returns void
    language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
    declare
      removed bigint;
      hash numeric;
    begin
      perform enter_organization(p_organization, '');
      with gone as (
        delete from inventory_snapshots s
         where s.organization_id = p_organization and s.snapshot_day = p_day and s.snapshot_day < current_date - 28
        returning s.*)
      select count(*), coalesce(sum(hashtextextended(row_to_json(g)::text, 0)::numeric), 0) into removed, hash from gone g;
      if removed <> p_rows or hash <> p_hash then
        raise exception 'stock of % changed since it was written to a file: none is removed', p_day using errcode = 'WP002';
      end if;
      delete from inventory_snapshot_days where organization_id = p_organization and snapshot_day = p_day;
    end $$;

    -- Drops a month whose days are all in files; the files vouch for its rows by their number and the sum of their
    -- hashes.
    create function retention_drop_month(p_table text, p_month date) returns bigint
    language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
    declare
      next_month constant date := p_month + interval '1 month';
      part constant text := p_table || to_char(p_month, '_YYYY_MM');
      there bigint;
      hash numeric;
      filed bigint;
      filed_hash numeric;
    begin
      if p_table <> 'inventory_snapshots' or p_month <> date_trunc('month', p_month) or next_month > current_date - 28 then
        raise exception '% of % may not go', p_month, p_table;
      end if;
      -- Nobody writes to it from here on; it is read until it goes.
      execute format('lock table %I in share mode', part);
      execute format(
        'select count(*), coalesce(sum(hashtextextended(row_to_json(s)::text, 0)::numeric), 0) from %I s', part)
        into there, hash;
      select coalesce(sum(rows_count), 0), coalesce(sum(rows_hash), 0) into filed, filed_hash
        from retention_files
       where table_name = p_table and removed_at is null and first_at >= p_month and first_at < next_month;
      if there <> filed or hash <> filed_hash then
        raise exception 'stock of % changed since it was written to files: none is removed', to_char(p_month, 'YYYY-MM')
          using errcode = 'WP002';
      end if;
      execute format('alter table %I detach partition %I', p_table, part);
      execute format('drop table %I', part);
      delete from inventory_snapshot_days where snapshot_day >= p_month and snapshot_day < next_month;
      update retention_files set removed_at = now()
       where table_name = p_table and removed_at is null and first_at >= p_month and first_at < next_month;
      return there;
    end $$;
    revoke execute on function retention_remove_day(uuid, date, bigint, numeric) from public;
    revoke execute on function retention_drop_month(text, date) from public;
    grant execute on function retention_remove_day(uuid, date, bigint, numeric) to ${roleNames.system};
    grant execute on function retention_drop_month(text, date) to ${roleNames.system};
    revoke execute on function retention_remove(text, uuid, text[], text) from public;
    grant execute on function retention_remove(text, uuid, text[], text) to ${roleNames.system};
  `);
  await protectTenantTable(knex, 'retention_files', {
    rights: ['select'],
    merchant: 'none',
    systemRights: ['select', 'insert', 'update', 'delete'],
  });
  // A monthly partition holds the days of every organization.
  for (const table of ofEveryOrganization)
    await knex.raw(`create policy retention on ${table} to current_user using (true)`);
  for (const table of removedFrom) await admitOwnerFunctions(knex, table, { policy: 'retention' });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [...removedFrom, ...ofEveryOrganization])
    await knex.raw(`drop policy retention on ${table}`);
  await knex.raw(`
    drop function retention_remove, retention_remove_day, retention_drop_month, inbound_event_line;
    drop table retention_files, retention_policies;
  `);
}
