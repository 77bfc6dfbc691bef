/**
 * What a planner reads of the floor, at a cost that a scan at the dock bears. Functions that keep their plan do not plan
 * each of their lookups anew at each call, which took ten times as long as the lookups. `places_of_items` and `room_at` stay
 * for programs of the version before.
 *
 * Pages of planned moves keep room: one that grows with each scan changes in place, and is not entered into every index anew.
 *
 * - item_places: where items lie, or are on their way to, each place once: leapt to in the index in one statement.
 * - room_of: what lies at locations and is on its way there.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const live = "('open', 'assigned', 'in_progress')";
// One plan, lookups in the indexes: without it a whole table is hashed for a few of its rows.
const settings = `set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
        set enable_mergejoin = off`;
const kept = ['is_full(uuid, uuid, numeric, integer, boolean)', 'note_full(uuid, uuid[])'];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table planned_moves set (fillfactor = 70);

    -- At most so many with room and so many that are known to be full, the first of the walk; with those of the item's lots
    -- (as JSON by its id) that lie there. Each lookup has a limit: as a condition it might become a join over all of the item's.
    create function item_places(p_organization_id uuid, p_warehouse_id uuid, p_types text[], p_lots jsonb,
        p_for_plates boolean, p_looked_at integer, p_most integer, p_most_full integer)
      returns table (item_id uuid, location_id uuid, lots text[])
      language plpgsql stable rows 20 security definer set search_path = public, pg_temp
      ${settings} as $$
      #variable_conflict use_column
    begin
      return query
      with recursive leap as (
        select w.key::uuid as item_id, '00000000-0000-0000-0000-000000000000'::uuid as location_id, 0 as step
          from jsonb_each(p_lots) w
        union all
        select l.item_id, least(
                 (select b.location_id from inventory_balances b
                   where b.organization_id = p_organization_id and b.item_id = l.item_id and b.location_id > l.location_id
                   order by b.location_id limit 1),
                 (select m.to_location_id from planned_moves m
                   where m.organization_id = p_organization_id and m.item_id = l.item_id
                     and m.to_location_id > l.location_id and m.status in ${live}
                   order by m.to_location_id limit 1)), l.step + 1
          from leap l where l.location_id is not null and l.step < p_looked_at
      ), place as (
        select l.item_id, l.location_id, f.is_full,
               row_number() over (partition by l.item_id, f.is_full order by k.zone, k.pick_sequence, k.code) as at
          from leap l
          cross join lateral (
            select * from locations k
             where k.organization_id = p_organization_id and k.id = l.location_id limit 1) k
          cross join lateral (
            select case when p_for_plates then k.has_no_room_for_lpns else k.has_no_room end as is_full) f
         where l.step > 0 and k.warehouse_id = p_warehouse_id and k.type = any (p_types)
      ), found as (
        -- Where something lay once its row stays: of full places a few more are looked at than are told.
        select l.item_id, l.location_id, l.is_full,
               row_number() over (partition by l.item_id, l.is_full order by l.at) as at
          from place l
         where (not l.is_full or l.at <= 4 * p_most_full) and coalesce(
           (select true from planned_moves m
             where m.organization_id = p_organization_id and m.item_id = l.item_id and m.to_location_id = l.location_id
               and m.status in ${live} limit 1),
           (select true from inventory_balances b
             where b.organization_id = p_organization_id and b.item_id = l.item_id and b.location_id = l.location_id
               and b.qty > 0 limit 1), false)
      )
      select f.item_id, f.location_id, array(
               select lot from jsonb_array_elements_text(p_lots -> f.item_id::text) lot
                where coalesce(
                  (select true from inventory_balances b
                    where b.organization_id = p_organization_id and b.item_id = f.item_id and b.location_id = f.location_id
                      and b.lot_no = lot and b.qty > 0 limit 1),
                  (select true from planned_moves m
                    where m.organization_id = p_organization_id and m.item_id = f.item_id
                      and m.to_location_id = f.location_id and m.lot_no = lot and m.status in ${live} limit 1), false))
        from found f where f.at <= case when f.is_full then p_most_full else p_most end;
    end $$;
    revoke execute on function item_places(uuid, uuid, text[], jsonb, boolean, integer, integer, integer) from public;
    grant execute on function item_places(uuid, uuid, text[], jsonb, boolean, integer, integer, integer) to ${roleNames.app};

    -- Each item and lot there, and in a row without an item how many license plates. Stock on the named license plates and
    -- the named moves are left out: they are what is on its way now. A plate that is on its way counts with what is on it
    -- by then.
    create function room_of(p_organization_id uuid, p_locations uuid[], p_moves uuid[], p_plates uuid[])
      returns table (location_id uuid, is_here boolean, item_id uuid, lot_no text, qty numeric, weight_kg numeric,
        volume_cbm numeric, plates integer)
      language plpgsql stable security definer set search_path = public, pg_temp
      ${settings} as $$
      #variable_conflict use_column
    begin
      return query
      with coming as materialized (
        select m.to_location_id, m.item_id, m.lot_no, m.qty, m.lpn_id from planned_moves m
         where m.organization_id = p_organization_id and m.to_location_id = any (p_locations)
           and m.status in ${live} and m.id <> all (p_moves)
      ), lying as (
        select b.location_id, true as is_here, b.item_id, b.lot_no, b.qty::numeric as qty,
               (select coalesce(p.parent_lpn_id, p.id) from lpns p
                 where p.organization_id = p_organization_id and p.id = b.lpn_id) as plate_id
          from inventory_balances b
         where b.organization_id = p_organization_id and b.location_id = any (p_locations) and b.qty > 0
           and (b.lpn_id is null or b.lpn_id <> all (p_plates))
        union all
        select m.to_location_id, false, m.item_id, m.lot_no, m.qty::numeric, null from coming m where m.lpn_id is null
        union all
        select m.to_location_id, false, b.item_id, b.lot_no, b.qty::numeric, m.lpn_id
          from coming m
          cross join lateral (
            select m.lpn_id as id
            union all
            select c.id from lpns c where c.organization_id = p_organization_id and c.parent_lpn_id = m.lpn_id) c
          join inventory_balances b on b.organization_id = p_organization_id and b.lpn_id = c.id and b.qty > 0
         where m.lpn_id is not null
      )
      select s.location_id, s.is_here, s.item_id, s.lot_no, s.qty, s.qty * coalesce(i.weight_kg, 0),
             s.qty * coalesce(i.volume_cbm, 0), 0
        from (select l.location_id, l.is_here, l.item_id, l.lot_no, sum(l.qty) as qty from lying l group by 1, 2, 3, 4) s
        join items i on i.organization_id = p_organization_id and i.id = s.item_id
      union all
      select l.location_id, l.is_here, null, '', 0, 0, 0, count(distinct l.plate_id)::integer
        from lying l where l.plate_id is not null group by 1, 2;
    end $$;
    revoke execute on function room_of(uuid, uuid[], uuid[], uuid[]) from public;
    grant execute on function room_of(uuid, uuid[], uuid[], uuid[]) to ${roleNames.app};
  `);
  for (const one of kept) await knex.raw(`alter function ${one} set plan_cache_mode = force_generic_plan`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop function item_places; drop function room_of; alter table planned_moves reset (fillfactor);',
  );
  for (const one of kept) await knex.raw(`alter function ${one} reset plan_cache_mode`);
}
