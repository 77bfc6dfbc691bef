/**
 * Goods that change places: three moves over an empty place.
 *
 * - swap_id: the same of all three; one that ends without its goods ends the others.
 * - waits_for_move_id: nobody is given it before that one is done. The plate it is to carry may have a move before it.
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

// As it is written in 0887, to the space: what is taken back is compared with what was there.
const firstMoves = (but: string): string => `
    create or replace function first_open_moves(p_organization_id uuid, p_warehouse_id uuid, p_kinds text[], p_zone text, p_most integer)
      returns setof uuid language sql stable set search_path = public, pg_temp
      set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
      select t.id from planned_moves t
       where t.organization_id = p_organization_id and t.warehouse_id = p_warehouse_id and t.status = 'open'${but}
         and t.kind = any (p_kinds)
         and (p_zone is null or exists (
           select from locations l where l.organization_id = t.organization_id
              and l.id in (t.from_location_id, t.to_location_id) and l.zone = p_zone))
         and not exists (
           select from location_locks k where k.organization_id = t.organization_id
              and k.location_id in (t.from_location_id, t.to_location_id))
       order by t.priority, t.created_at, t.id limit p_most
    $$`;

const oneOfPlate = (but: string): string => `
  drop index planned_moves_one_live_of_plate;
  create unique index planned_moves_one_live_of_plate on planned_moves (organization_id, lpn_id)
    where lpn_id is not null ${but} and status in ('open', 'assigned', 'in_progress')`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table planned_moves
      add column swap_id uuid,
      add column waits_for_move_id uuid,
      add constraint planned_moves_waits_for_move_id_fk foreign key (organization_id, waits_for_move_id)
        references planned_moves (organization_id, id),
      add constraint planned_moves_waits check (waits_for_move_id is null or (swap_id is not null and status in ('open', 'cancelled')));
    create index planned_moves_of_swap on planned_moves (organization_id, swap_id) where swap_id is not null;
    ${oneOfPlate('and waits_for_move_id is null')};
    ${firstMoves(' and t.waits_for_move_id is null')};
  `);
}

export async function down(knex: Knex): Promise<void> {
  // Two of them may carry one plate: without an order they are nobody's to carry.
  await knex.raw(`
    ${overAllRows(
      ['planned_moves'],
      `update planned_moves set status = 'cancelled', end_reason = 'downgraded', finished_at = now()
        where swap_id is not null and status in ('open', 'assigned', 'in_progress')`,
    )}
    ${firstMoves('')};
    ${oneOfPlate('')};
    drop index planned_moves_of_swap;
    alter table planned_moves drop column waits_for_move_id, drop column swap_id;
  `);
}
