/**
 * Serials by their places, kept by the postings that move the goods, and by all else they are looked for.
 *
 * Behind every posting a live serial is where the balance of its place counts it. Nobody names serials to move goods: of
 * several at a place the oldest are taken to be the ones that moved, which `is_place_presumed` says, until a scan names one
 * (db/inventory/serials/serial-places.write.ts). One without a place is in hand: it goes to the next place where one is missing.
 */
import type { Knex } from 'knex';
import { admitOwnerFunctions } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index serials_of_receipt on serials (organization_id, receipt_id) where receipt_id is not null;
    create index serials_presumed on serials (organization_id, item_id, left_at) where is_presumed;
    create index serials_in_transit on serials (organization_id, transfer_id) where state = 'in_transit';
    create index serials_by_number on serials (organization_id, serial_no);
    create index serials_of_item on serials (organization_id, item_id, received_at) where state = 'in_stock';
    create index serials_at on serials (organization_id, item_id, location_id, lot_no, lpn_id) where state in ('in_stock', 'in_transit');
    create index serials_in_location on serials (organization_id, location_id, id) where location_id is not null;
    create index serials_on_lpn on serials (organization_id, lpn_id, id) where lpn_id is not null;
    create index serials_of_shipment on serials (organization_id, shipment_id, id) where shipment_id is not null;
    create index serials_left on serials (organization_id, item_id, left_at) where left_at is not null;
    create index serials_newest on serials (organization_id, received_at desc, id desc);

    -- How many more units the balances of a place count than there are serials.
    create function serials_lacking(p_organization uuid, p_item uuid, p_location uuid, p_lot text, p_lpn uuid) returns bigint
    language sql stable set search_path = public, pg_temp as $$
      select floor(coalesce((select sum(b.qty) from inventory_balances b
                where b.organization_id = p_organization and b.item_id = p_item and b.location_id = p_location
                  and b.lot_no = p_lot and b.lpn_id is not distinct from p_lpn), 0))::bigint
           - (select count(*) from serials s
               where s.organization_id = p_organization and s.item_id = p_item and s.location_id = p_location
                 and s.lot_no = p_lot and s.lpn_id is not distinct from p_lpn and s.state in ('in_stock', 'in_transit'))
    $$;

    -- Brings serials in hand to a place, those first that this command took.
    create function bring_serials(p_organization uuid, p_item uuid, p_location uuid, p_lot text, p_lpn uuid, p_count bigint,
                                  p_command uuid) returns void
    language sql volatile set search_path = public, pg_temp as $$
      update serials s
         set location_id = p_location, lot_no = p_lot, lpn_id = p_lpn, placed_by = coalesce(p_command, s.placed_by)
        from (select h.id from serials h
               where h.organization_id = p_organization and h.item_id = p_item and h.location_id is null
                 and h.state in ('in_stock', 'in_transit')
               order by h.placed_by is distinct from p_command, h.received_at, h.id limit p_count for update) h
       where s.organization_id = p_organization and s.id = h.id
    $$;

    -- Command by command: what leaves a place is taken in hand, what arrives is brought. A place that a command named serials
    -- of has been served before. The settings leave one plan: lookups of the places posted.
    create function place_serials() returns trigger language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    declare
      part record;
      lacking bigint;
    begin
      if not exists (
        select from posted p where exists (
          select from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id
             and s.state in ('in_stock', 'in_transit'))) then
        return null;
      end if;
      -- A pick and a move lock other balances of one place: who comes second looks at what the first has left there.
      perform pg_advisory_xact_lock(left_place.key)
         from (select distinct hashtextextended(concat_ws(' ', 'serials', p.organization_id, p.item_id, p.location_id), 0) as key
                 from posted p where p.qty_delta < 0 order by 1) left_place;
      for part in
        -- Of the statement's later commands nothing has happened yet.
        select n.*, coalesce(sum(n.delta) over (partition by n.item_id, n.location_id, n.lot_no, n.lpn_id order by n.turn
                                                rows between 1 following and unbounded following), 0)::bigint as later
          from (select p.organization_id, p.command_id, p.item_id, p.location_id, p.lot_no, p.lpn_id,
                       sum(p.qty_delta) as delta, min(min(p.id::text)) over (partition by p.command_id) as turn
                  from posted p
                 where exists (select from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id
                                  and s.state in ('in_stock', 'in_transit'))
                 group by p.organization_id, p.command_id, p.item_id, p.location_id, p.lot_no, p.lpn_id
                having sum(p.qty_delta) <> 0) n
         order by n.turn, n.item_id, n.delta
      loop
        lacking := serials_lacking(part.organization_id, part.item_id, part.location_id, part.lot_no, part.lpn_id) - part.later;
        if part.delta > 0 and lacking > 0 then
          perform bring_serials(part.organization_id, part.item_id, part.location_id, part.lot_no, part.lpn_id,
                                least(lacking, floor(part.delta)::bigint), part.command_id);
        elsif part.delta < 0 and lacking < 0 then
          -- Which of them it was is known only if all go.
          with here as (
            select h.id, row_number() over (order by h.received_at, h.id) <= least(-lacking, floor(-part.delta)::bigint) as goes,
                   count(*) over () > least(-lacking, floor(-part.delta)::bigint) as are_left
              from serials h
             where h.organization_id = part.organization_id and h.item_id = part.item_id and h.location_id = part.location_id
               and h.lot_no = part.lot_no and h.lpn_id is not distinct from part.lpn_id and h.state in ('in_stock', 'in_transit'))
          update serials s
             set location_id = case when h.goes then null else s.location_id end,
                 placed_by = case when h.goes then part.command_id else s.placed_by end,
                 is_place_presumed = s.is_place_presumed or h.are_left
            from here h
           where s.organization_id = part.organization_id and s.id = h.id and (h.goes or not s.is_place_presumed);
        end if;
      end loop;
      -- What is left in hand takes the place of one that was named instead of it.
      for part in
        select k.*, serials_lacking(k.organization_id, k.item_id, k.location_id, k.lot_no, k.lpn_id) as lacking
          from (select p.organization_id, p.item_id, p.location_id, p.lot_no, p.lpn_id from posted p
                union
                select g.organization_id, g.item_id, g.location_id, g.lot_no, g.lpn_id from posted p
                  join serials g on g.organization_id = p.organization_id and g.item_id = p.item_id and g.left_at = now()
                 where g.location_id is not null) k
         where exists (select from serials s where s.organization_id = k.organization_id and s.item_id = k.item_id
                          and s.location_id is null and s.state in ('in_stock', 'in_transit'))
      loop
        if part.lacking > 0 then
          perform bring_serials(part.organization_id, part.item_id, part.location_id, part.lot_no, part.lpn_id, part.lacking, null);
        end if;
      end loop;
      return null;
    end $$;
    -- Behind apply_ledger, by its name.
    create trigger place_serials after insert on inventory_ledger
      referencing new table as posted for each statement execute function place_serials();
    revoke execute on function place_serials() from public;
  `);
  await admitOwnerFunctions(knex, 'serials', { policy: 'serial_places' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy serial_places on serials;
    drop trigger place_serials on inventory_ledger;
    drop function place_serials, bring_serials, serials_lacking;
    drop index serials_newest, serials_left, serials_of_shipment, serials_on_lpn, serials_in_location, serials_at,
      serials_of_item, serials_by_number, serials_in_transit, serials_presumed, serials_of_receipt;
  `);
}
