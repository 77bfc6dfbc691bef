/**
 * More of what an open putaway is to carry goes with it, at a cost that each scan at the dock bears: the newest open move is
 * found by itself, however many others of the goods wait for somebody to carry them, and locked where it is found. Where it
 * leads to a place without limits it has the goods at once. Moves to places that say they are full are passed over, and so
 * is what somebody is taking at this moment.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const parameters = 'uuid, uuid[], uuid[], uuid[], text[], text[], numeric[]';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index planned_moves_growing;
    create index planned_moves_growing_newest on planned_moves (organization_id, receipt_id, item_id, id)
      where status = 'open' and kind = 'putaway' and lpn_id is null;

    -- The newest of each of the goods, or nothing; with what it carries now.
    create function grow_newest_moves(p_organization_id uuid, p_receipts uuid[], p_items uuid[], p_locations uuid[],
        p_lots text[], p_statuses text[], p_qtys numeric[])
      returns table (at integer, id uuid, move_no text, warehouse_id uuid, merchant_id uuid, to_location_id uuid, qty numeric,
        is_limited boolean, weight_kg numeric, volume_cbm numeric)
      language plpgsql volatile set search_path = public, pg_temp
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
      set enable_sort = off as $$
      #variable_conflict use_column
    begin
      return query
      with newest as materialized (
        select w.at::integer as at, w.qty as more, n.*
          from unnest(p_receipts, p_items, p_locations, p_lots, p_statuses, p_qtys)
                 with ordinality w (receipt_id, item_id, location_id, lot_no, stock_status, qty, at)
          cross join lateral (
            select t.id, t.move_no, t.warehouse_id, t.merchant_id, t.to_location_id, t.qty::numeric as qty, l.is_limited,
                   i.weight_kg::numeric as weight_kg, i.volume_cbm::numeric as volume_cbm
              from planned_moves t
              join items i on i.organization_id = t.organization_id and i.id = t.item_id
              join locations l on l.organization_id = t.organization_id and l.id = t.to_location_id and l.is_active
               and l.storage_class = i.storage_class and l.temperature_class = i.temperature_class and not l.has_no_room
             where t.organization_id = p_organization_id and t.receipt_id = w.receipt_id and t.item_id = w.item_id
               and t.from_location_id = w.location_id and t.lot_no = w.lot_no and t.stock_status = w.stock_status
               and t.status = 'open' and t.kind = 'putaway' and t.lpn_id is null
               and not exists (select from location_locks k
                                where k.organization_id = l.organization_id and k.location_id = l.id)
             order by t.id desc limit 1 for no key update of t skip locked) n
      ), grown as (
        update planned_moves m set qty = m.qty + n.more from newest n
         where m.organization_id = p_organization_id and m.id = n.id and not n.is_limited
        returning m.id, m.qty::numeric as qty
      )
      select n.at, n.id, n.move_no, n.warehouse_id, n.merchant_id, n.to_location_id, coalesce(g.qty, n.qty), n.is_limited,
             n.weight_kg, n.volume_cbm
        from newest n left join grown g on g.id = n.id;
    end $$;
    revoke execute on function grow_newest_moves(${parameters}) from public;
    grant execute on function grow_newest_moves(${parameters}) to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function grow_newest_moves;
    drop index planned_moves_growing_newest;
    create index planned_moves_growing on planned_moves (organization_id, receipt_id, item_id)
      where status = 'open' and kind = 'putaway' and lpn_id is null;
  `);
}
