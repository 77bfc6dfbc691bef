/**
 * The most urgent and oldest open moves of a warehouse, in the order of their index: so many are read, however many wait.
 *
 * The settings leave that one plan: half of the moves might be at places that are counted, for all the planner knows, and
 * reading and sorting all of them would look cheaper.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function first_open_moves(p_organization_id uuid, p_warehouse_id uuid, p_kinds text[], p_zone text, p_most integer)
      returns setof uuid language sql stable set search_path = public, pg_temp
      set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
      select t.id from planned_moves t
       where t.organization_id = p_organization_id and t.warehouse_id = p_warehouse_id and t.status = 'open'
         and t.kind = any (p_kinds)
         and (p_zone is null or exists (
           select from locations l where l.organization_id = t.organization_id
              and l.id in (t.from_location_id, t.to_location_id) and l.zone = p_zone))
         and not exists (
           select from location_locks k where k.organization_id = t.organization_id
              and k.location_id in (t.from_location_id, t.to_location_id))
       order by t.priority, t.created_at, t.id limit p_most
    $$;
    revoke execute on function first_open_moves(uuid, uuid, text[], text, integer) from public;
    grant execute on function first_open_moves(uuid, uuid, text[], text, integer) to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function first_open_moves');
}
