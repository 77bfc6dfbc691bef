/** Where an organization is, and what holds on to it: whoever writes enters it, and only then (db/cells/places.write.ts). */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function organization_lock(p_organization_id uuid) returns bigint language sql immutable as $$
      select hashtextextended(p_organization_id::text, 7310442)
    $$;

    create function refuse_away(p_organization_id uuid) returns boolean language plpgsql stable as $$
    declare
      gone_to text;
    begin
      select cell into gone_to from organizations where id = p_organization_id and state = 'moved';
      raise exception 'the organization % is %', p_organization_id, coalesce('in the cell ' || gone_to, 'on its way')
        using errcode = 'WP003', detail = p_organization_id, hint = coalesce(gone_to, '');
    end $$;
    -- Binds a transaction that writes. Whoever freezes the organization holds its lock alone, so nothing of it commits
    -- behind the freeze: this one has the lock first and is waited for, or does not get it, or reads what the other wrote.
    -- Volatile, so that the state is read after the lock and not with the statement's own snapshot. It never waits.
    create function enter_organization(p_organization_id uuid, p_merchant_id text) returns void language plpgsql as $$
    begin
      perform set_config('app.organization_id', p_organization_id::text, true),
              set_config('app.merchant_id', p_merchant_id, true);
      if not pg_try_advisory_xact_lock_shared(organization_lock(p_organization_id))
         or exists (select 1 from organizations where id = p_organization_id and state <> 'active') then
        perform refuse_away(p_organization_id);
      end if;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function enter_organization, refuse_away, organization_lock');
}
