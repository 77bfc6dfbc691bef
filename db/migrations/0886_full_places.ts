/**
 * Places that are known to be full, so that the first with room is found in an index, however many full ones come before it.
 *
 * A planner that finds a place full notes how much lies there, or is on its way, as a least: `note_full` counts only what it
 * can lock at once, so nobody is taking of it. Whoever takes something away, or ends or changes a planned move to it, forgets
 * the figure, in the same transaction: a row of a place is written when it fills up and at the first pick after that, not at
 * each. More goods leave it true. Without a figure a place may be full all the same: then `is_full` counts.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions } from '../tenant-table.ts';

const live = "('open', 'assigned', 'in_progress')";
const walk = 'organization_id, warehouse_id, storage_class, zone, pick_sequence, code';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table locations
      add column units_at_least numeric,
      add column lpns_at_least integer,
      add column has_no_room boolean not null generated always as (coalesce(units_at_least >= capacity, false)) stored,
      add column has_no_room_for_lpns boolean not null
        generated always as (coalesce(units_at_least >= capacity, false) or coalesce(lpns_at_least >= max_lpns, false)) stored;
    create index locations_with_room on locations (${walk}) where is_active and not has_no_room;
    create index locations_with_room_for_lpns on locations (${walk}) where is_active and not has_no_room_for_lpns;
    create index locations_without_room on locations (${walk}) where is_active and has_no_room_for_lpns;

    -- An item lies at a few places: for a thousand the whole floor would be read.
    alter function places_of_items(uuid, uuid[], text[], integer) rows 20;

    -- Only what nobody else has locked counts: whoever takes of it later waits, and forgets the figure then.
    create function note_full(p_organization_id uuid, p_locations uuid[]) returns void
      language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      place record;
      units numeric;
      plates integer;
      moves record;
    begin
      for place in
        select l.id from locations l
         where l.organization_id = p_organization_id and l.id = any (p_locations) and not l.has_no_room
           and (l.capacity is not null or l.max_lpns is not null)
         order by l.id for no key update skip locked
      loop
        select coalesce(sum(b.qty), 0) into units from (
          select x.qty from inventory_balances x
           where x.organization_id = p_organization_id and x.location_id = place.id and x.qty > 0 for share skip locked) b;
        select count(distinct b.plate_id) into plates from (
          select coalesce(p.parent_lpn_id, p.id) as plate_id from inventory_balances x
            join lpns p on p.organization_id = x.organization_id and p.id = x.lpn_id
           where x.organization_id = p_organization_id and x.location_id = place.id and x.qty > 0 for share skip locked) b;
        -- What is on a plate that is on its way may be taken off it anywhere: it is left out.
        select coalesce(sum(m.qty) filter (where m.lpn_id is null), 0) as units, count(m.lpn_id)::integer as plates into moves from (
          select y.qty, y.lpn_id from planned_moves y
           where y.organization_id = p_organization_id and y.to_location_id = place.id and y.status in ${live}
             for share skip locked) m;
        update locations l set units_at_least = units + moves.units, lpns_at_least = plates + moves.plates
         where l.organization_id = p_organization_id and l.id = place.id
           and (units + moves.units >= l.capacity or plates + moves.plates >= l.max_lpns);
      end loop;
    end $$;
    revoke execute on function note_full(uuid, uuid[]) from public;
    grant execute on function note_full(uuid, uuid[]) to ${roleNames.app};

    create function forget_full(p_organization_id uuid, p_locations uuid[]) returns void
      language sql volatile security definer set search_path = public, pg_temp as $$
      update locations l set units_at_least = null, lpns_at_least = null
        from (select k.id from locations k
               where k.organization_id = p_organization_id and k.id = any (p_locations) and k.lpns_at_least is not null
               order by k.id for no key update) k
       where l.organization_id = p_organization_id and l.id = k.id
    $$;
    revoke execute on function forget_full(uuid, uuid[]) from public;

    create function forget_full_of_posted() returns trigger language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    declare
      places uuid[];
    begin
      select array_agg(distinct p.location_id) into places from posted p
        join locations l on l.organization_id = p.organization_id and l.id = p.location_id
       where p.qty_delta < 0 and l.lpns_at_least is not null;
      if places is not null then
        -- What is promised, or held, stays where it lies.
        select array_agg(distinct n.location_id) into places from (
          select p.location_id from posted p where p.location_id = any (places)
           group by p.location_id, p.item_id, p.lot_no, p.lpn_id having sum(p.qty_delta) < 0) n;
        perform forget_full((select organization_id from posted limit 1), places);
      end if;
      return null;
    end $$;
    revoke execute on function forget_full_of_posted() from public;
    -- Behind apply_ledger, by its name: what was taken is locked by then.
    create trigger forget_full after insert on inventory_ledger
      referencing new table as posted for each statement execute function forget_full_of_posted();

    create function forget_full_of_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform forget_full(old.organization_id, array[old.to_location_id]);
      return null;
    end $$;
    revoke execute on function forget_full_of_move() from public;
    create trigger forget_full after update on planned_moves for each row
      when (old.status in ${live} and (new.status not in ${live} or new.qty < old.qty
        or new.to_location_id <> old.to_location_id or new.lpn_id is distinct from old.lpn_id))
      execute function forget_full_of_move();

    create function forget_full_of_plate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform forget_full(old.organization_id, array(
        select b.location_id from inventory_balances b where b.organization_id = old.organization_id and b.lpn_id = old.id and b.qty > 0));
      return null;
    end $$;
    revoke execute on function forget_full_of_plate() from public;
    create trigger forget_full after update on lpns for each row
      when (old.parent_lpn_id is distinct from new.parent_lpn_id) execute function forget_full_of_plate();
  `);
  await admitOwnerFunctions(knex, 'locations', { policy: 'full_places' });
  // To lock what is counted.
  for (const table of ['planned_moves', 'lpns'])
    await admitOwnerFunctions(knex, table, { policy: 'full_places' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy full_places on locations;
    drop policy full_places on planned_moves;
    drop policy full_places on lpns;
    drop trigger forget_full on lpns;
    drop trigger forget_full on planned_moves;
    drop trigger forget_full on inventory_ledger;
    alter function places_of_items(uuid, uuid[], text[], integer) rows 1000;
    drop function forget_full_of_plate, forget_full_of_move, forget_full_of_posted, forget_full, note_full;
    alter table locations drop column has_no_room_for_lpns, drop column has_no_room, drop column lpns_at_least,
      drop column units_at_least;
  `);
}
