/**
 * Serials that were named at a pick: what its shipment posts takes these along, and what others post leaves them where they
 * are as long as there are others. The rest of what leaves a place is served by `place_serials` (0885_serial_places), which
 * runs behind this.
 */
import type { Knex } from 'knex';
import { admitOwnerFunctions } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table serials add column allocation_id uuid,
      add constraint serials_allocation_id_fk foreign key (organization_id, allocation_id) references allocations (organization_id, id);
    create index serials_picked on serials (organization_id, item_id, allocation_id) where allocation_id is not null;

    -- The settings leave one plan: lookups of the places posted.
    create function take_picked_serials() returns trigger language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    declare
      part record;
      excess bigint;
    begin
      if not exists (
        select from posted p where p.qty_delta < 0 and exists (
          select from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id
             and s.state in ('in_stock', 'in_transit'))) then
        return null;
      end if;
      -- The locks of place_serials, before anything is looked at: a pick that names a unit may just have brought it here.
      perform pg_advisory_xact_lock(left_place.key)
         from (select distinct hashtextextended(concat_ws(' ', 'serials', p.organization_id, p.item_id, p.location_id), 0) as key
                 from posted p where p.qty_delta < 0 order by 1) left_place;
      for part in
        -- Of the statement's later commands nothing has happened yet.
        select n.*, coalesce(sum(n.delta) over (partition by n.item_id, n.location_id, n.lot_no, n.lpn_id order by n.turn
                                                rows between 1 following and unbounded following), 0)::bigint as later
          from (select p.organization_id, p.command_id, p.item_id, p.location_id, p.lot_no, p.lpn_id,
                       sum(p.qty_delta) as delta, min(min(p.id::text)) over (partition by p.command_id) as turn,
                       array_agg(p.ref_id) filter (where p.ref_type = 'shipment') as shipments
                  from posted p
                 where exists (select from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id
                                  and s.allocation_id is not null and s.location_id = p.location_id
                                  and s.state in ('in_stock', 'in_transit'))
                 group by p.organization_id, p.command_id, p.item_id, p.location_id, p.lot_no, p.lpn_id
                having sum(p.qty_delta) <> 0) n
         order by n.turn, n.item_id, n.delta
      loop
        excess := least(part.later - serials_lacking(part.organization_id, part.item_id, part.location_id, part.lot_no, part.lpn_id),
                        floor(-part.delta)::bigint);
        if part.delta < 0 and excess > 0 then
          with here as (
            select h.id, h.allocation_id is not null as is_picked, own.is_own,
                   row_number() over (order by own.is_own desc, h.allocation_id is not null, h.received_at, h.id) <= excess as goes
              from serials h cross join lateral (
                select exists (select from allocations a where a.organization_id = h.organization_id and a.id = h.allocation_id
                                  and a.shipment_id = any (part.shipments)) as is_own) own
             where h.organization_id = part.organization_id and h.item_id = part.item_id and h.location_id = part.location_id
               and h.lot_no = part.lot_no and h.lpn_id is not distinct from part.lpn_id and h.state in ('in_stock', 'in_transit')),
          -- Which of those that no pick named it was is known only if all of them go, or none; so it is of the shipment's own.
          told as (
            select here.*, not is_picked and bool_or(goes and not is_own) over () and not bool_and(goes) over ()
                           or is_own and bool_or(goes) over own and not bool_and(goes) over own as is_unsure
              from here window own as (partition by is_own))
          update serials s
             set location_id = case when t.goes then null else s.location_id end,
                 placed_by = case when t.goes then part.command_id else s.placed_by end,
                 is_place_presumed = s.is_place_presumed or t.is_unsure
            from told t
           where s.organization_id = part.organization_id and s.id = t.id and (t.goes or t.is_unsure and not s.is_place_presumed);
        end if;
      end loop;
      return null;
    end $$;
    -- Behind apply_ledger and before place_serials, by its name.
    create trigger picked_serials after insert on inventory_ledger
      referencing new table as posted for each statement execute function take_picked_serials();
    revoke execute on function take_picked_serials() from public;
  `);
  await admitOwnerFunctions(knex, 'allocations', { policy: 'picked_serials', command: 'select' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy picked_serials on allocations;
    drop trigger picked_serials on inventory_ledger;
    drop function take_picked_serials;
    drop index serials_picked;
    alter table serials drop column allocation_id;
  `);
}
