/**
 * What keeps a month of stock from being dropped: a drop is not copied to where an organization moves, and the rows of one
 * that is not served here are in no file of this installation.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function retention_month_holder(p_month date) returns text language plpgsql set search_path = public, pg_temp as $$
    declare
      away text;
    begin
      if exists (select from pg_publication where pubname like 'move\\_%')
         or exists (select from pg_subscription s join pg_database d on d.oid = s.subdbid
                     where d.datname = current_database() and s.subname like 'move\\_%') then
        return 'an organization is being moved';
      end if;
      select o.name into away from organizations o
       where o.state <> 'active' and exists (
         select from inventory_snapshot_days d where d.organization_id = o.id
            and d.snapshot_day >= p_month and d.snapshot_day < p_month + interval '1 month')
       limit 1;
      return away || ' works elsewhere, and its rows are still here';
    end $$;
    create function retention_month_held(p_month date) returns text
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare
      why constant text := retention_month_holder(p_month);
    begin
      if why is not null then
        return why;
      end if;
      -- No move begins to copy from here until the transaction ends. Its months are not locked: that would end their vacuum.
      lock table only inventory_snapshots in share update exclusive mode;
      return retention_month_holder(p_month);
    end $$;
    revoke execute on function retention_month_holder(date) from public;
    revoke execute on function retention_month_held(date) from public;
    grant execute on function retention_month_held(date) to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function retention_month_held, retention_month_holder');
}
