/** How movements and count tasks exclude each other at a location. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Movements enter a location together (shared), a count task enters alone. Kept in memory, freed at commit: a row
    -- lock would write to the hot row of a dock with every line received there. Taken in id order against deadlocks.
    -- The check is a statement of its own, so that its snapshot is younger than the lock it waited for.
    create function enter_locations(p_organization_id uuid, p_location_ids uuid[])
      returns table (location_id uuid, count_task_id uuid) language plpgsql as $$
    declare
      entered uuid;
    begin
      for entered in select distinct l from unnest(p_location_ids) l order by l loop
        perform pg_advisory_xact_lock_shared(hashtextextended(p_organization_id::text || entered::text, 230));
      end loop;
      return query select k.location_id, k.count_task_id from location_locks k
        where k.organization_id = p_organization_id and k.location_id = any (p_location_ids);
    end $$;

    create function enter_locations_alone(p_organization_id uuid, p_location_ids uuid[])
      returns table (location_id uuid, count_task_id uuid) language plpgsql as $$
    declare
      entered uuid;
    begin
      for entered in select distinct l from unnest(p_location_ids) l order by l loop
        perform pg_advisory_xact_lock(hashtextextended(p_organization_id::text || entered::text, 230));
      end loop;
      return query select k.location_id, k.count_task_id from location_locks k
        where k.organization_id = p_organization_id and k.location_id = any (p_location_ids);
    end $$;
    grant execute on function enter_locations, enter_locations_alone to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function enter_locations; drop function enter_locations_alone;');
}
