/**
 * What planners ask about places, whoever owns what lies there: room is one, whichever merchant asks. Read as the owner, since
 * row policies would be planned again at each mention of a table.
 *
 * - room_at: what lies at locations and is on its way there.
 * - is_full: whether one is full to the brim, which is asked of many.
 * - places_of_items: where items lie or are on their way to.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions } from '../tenant-table.ts';

const tables = ['planned_moves', 'items', 'lpns', 'inventory_balances'];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Each item and lot there, and in a row without an item how many license plates. Stock on the named license plates and
    -- the named moves are left out: they are what is on its way now. A plate that is on its way counts with what is on it
    -- by then.
    create function room_at(p_organization_id uuid, p_locations uuid[], p_moves uuid[], p_plates uuid[])
      returns table (location_id uuid, is_here boolean, item_id uuid, lot_no text, qty numeric, weight_kg numeric,
        volume_cbm numeric, plates integer)
      language sql stable security definer set search_path = public, pg_temp as $$
      with lying as (
        select b.location_id, true as is_here, b.item_id, b.lot_no, b.qty::numeric as qty,
               coalesce(p.parent_lpn_id, p.id) as plate_id
          from inventory_balances b
          left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
         where b.organization_id = p_organization_id and b.location_id = any (p_locations) and b.qty > 0
           and (b.lpn_id is null or b.lpn_id <> all (p_plates))
        union all
        select m.to_location_id, false, m.item_id, m.lot_no, m.qty::numeric, null
          from planned_moves m
         where m.organization_id = p_organization_id and m.to_location_id = any (p_locations) and m.lpn_id is null
           and m.status in ('open', 'assigned', 'in_progress') and m.id <> all (p_moves)
        union all
        select m.to_location_id, false, b.item_id, b.lot_no, b.qty::numeric, m.lpn_id
          from planned_moves m
          join lpns c on c.organization_id = m.organization_id and (c.id = m.lpn_id or c.parent_lpn_id = m.lpn_id)
          join inventory_balances b on b.organization_id = c.organization_id and b.lpn_id = c.id and b.qty > 0
         where m.organization_id = p_organization_id and m.to_location_id = any (p_locations) and m.lpn_id is not null
           and m.status in ('open', 'assigned', 'in_progress') and m.id <> all (p_moves)
      )
      select s.location_id, s.is_here, s.item_id, s.lot_no, s.qty, s.qty * coalesce(i.weight_kg, 0),
             s.qty * coalesce(i.volume_cbm, 0), 0
        from (select l.location_id, l.is_here, l.item_id, l.lot_no, sum(l.qty) as qty from lying l group by 1, 2, 3, 4) s
        join items i on i.organization_id = p_organization_id and i.id = s.item_id
      union all
      select l.location_id, l.is_here, null, '', 0, 0, 0, count(distinct l.plate_id)::integer
        from lying l where l.plate_id is not null group by 1, 2
    $$;
    revoke execute on function room_at(uuid, uuid[], uuid[], uuid[]) from public;
    grant execute on function room_at(uuid, uuid[], uuid[], uuid[]) to ${roleNames.app};

    -- Whether a location is full to the brim: of units, whatever they are, or for plates alone of plates, which is quicker
    -- counted. Nothing is on its way now.
    create function is_full(p_organization_id uuid, p_location_id uuid, p_capacity numeric, p_max_lpns integer,
        p_for_plates boolean) returns boolean
      language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      units numeric;
      plates integer;
    begin
      if p_for_plates and p_max_lpns is not null then
        select count(*) into plates from planned_moves m
         where m.organization_id = p_organization_id and m.to_location_id = p_location_id and m.lpn_id is not null
           and m.status in ('open', 'assigned', 'in_progress');
        if plates < p_max_lpns then
          select plates + count(distinct coalesce(p.parent_lpn_id, p.id)) into plates from inventory_balances b
            join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
           where b.organization_id = p_organization_id and b.location_id = p_location_id and b.qty > 0;
        end if;
        if plates >= p_max_lpns then
          return true;
        end if;
      end if;
      if p_capacity is null then
        return false;
      end if;
      select coalesce(sum(b.qty), 0) into units from inventory_balances b
       where b.organization_id = p_organization_id and b.location_id = p_location_id and b.qty > 0;
      if units < p_capacity then
        select units + coalesce(sum(m.qty), 0) into units from planned_moves m
         where m.organization_id = p_organization_id and m.to_location_id = p_location_id and m.lpn_id is null
           and m.status in ('open', 'assigned', 'in_progress');
      end if;
      if units < p_capacity then
        select units + coalesce(sum(b.qty), 0) into units from planned_moves m
          join lpns c on c.organization_id = m.organization_id and (c.id = m.lpn_id or c.parent_lpn_id = m.lpn_id)
          join inventory_balances b on b.organization_id = c.organization_id and b.lpn_id = c.id and b.qty > 0
         where m.organization_id = p_organization_id and m.to_location_id = p_location_id and m.lpn_id is not null
           and m.status in ('open', 'assigned', 'in_progress');
      end if;
      return units >= p_capacity;
    end $$;

    -- Where items lie or are on their way to, and which of the lots asked for: each place once, leapt to in the index,
    -- however many plates stand there or at the dock.
    create function places_of_items(p_organization_id uuid, p_items uuid[], p_lots text[], p_most integer)
      returns table (item_id uuid, location_id uuid, lots text[])
      language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      wanted uuid;
      place uuid;
      lying uuid;
      coming uuid;
      lot text;
      is_there boolean;
    begin
      for wanted in select distinct w from unnest(p_items) w loop
        place := '00000000-0000-0000-0000-000000000000';
        for step in 1 .. p_most loop
          select b.location_id into lying from inventory_balances b
           where b.organization_id = p_organization_id and b.item_id = wanted and b.location_id > place
           order by b.location_id limit 1;
          select m.to_location_id into coming from planned_moves m
           where m.organization_id = p_organization_id and m.item_id = wanted and m.to_location_id > place
             and m.status in ('open', 'assigned', 'in_progress')
           order by m.to_location_id limit 1;
          place := least(lying, coming);
          exit when place is null;
          is_there := place = coming or exists (select 1 from inventory_balances b
            where b.organization_id = p_organization_id and b.item_id = wanted and b.location_id = place and b.qty > 0);
          if is_there is not true then
            continue;
          end if;
          item_id := wanted;
          location_id := place;
          lots := array[]::text[];
          for lot in select distinct x.l from unnest(p_items, p_lots) x (i, l) where x.i = wanted loop
            if exists (select 1 from inventory_balances b
                        where b.organization_id = p_organization_id and b.item_id = wanted and b.location_id = place
                          and b.lot_no = lot and b.qty > 0)
              or exists (select 1 from planned_moves m
                          where m.organization_id = p_organization_id and m.item_id = wanted and m.to_location_id = place
                            and m.lot_no = lot and m.status in ('open', 'assigned', 'in_progress')) then
              lots := lots || lot;
            end if;
          end loop;
          return next;
        end loop;
      end loop;
    end $$;
    revoke execute on function is_full(uuid, uuid, numeric, integer, boolean) from public;
    grant execute on function is_full(uuid, uuid, numeric, integer, boolean) to ${roleNames.app};
    revoke execute on function places_of_items(uuid, uuid[], text[], integer) from public;
    grant execute on function places_of_items(uuid, uuid[], text[], integer) to ${roleNames.app};
  `);
  for (const table of tables) await admitOwnerFunctions(knex, table, { policy: 'room', command: 'select' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function room_at; drop function is_full; drop function places_of_items;');
  for (const table of tables) await knex.raw(`drop policy room on ${table}`);
}
