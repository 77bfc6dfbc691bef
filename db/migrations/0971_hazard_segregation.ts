/**
 * Which classes of dangerous goods are kept apart. A pair of classes stands once, whichever of them is named first.
 *
 * - hazards_of: the classes of dangerous goods at locations, or on their way there, whoever owns them.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { protectTenantTable, tenantKey, times } from '../tenant-table.ts';

const classes = `'1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1',
  '6.2', '7', '8', '9'`;
const live = "('open', 'assigned', 'in_progress')";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table hazard_segregation (
      ${tenantKey},
      class text not null check (class in (${classes})),
      other_class text not null check (other_class in (${classes})),
      rule text not null check (rule in ('keep_apart', 'same_room', 'ok')),
      is_active boolean not null default true,
      ${times},
      constraint hazard_segregation_of_two check (class <> other_class)
    );
    create unique index hazard_segregation_pair_once
      on hazard_segregation (organization_id, least(class, other_class), greatest(class, other_class));
  `);
  await protectTenantTable(knex, 'hazard_segregation', {
    rights: ['select', 'insert', 'update'],
    operatorWrites: true,
  });
  await knex.raw(`
    create function hazards_of(p_organization_id uuid, p_locations uuid[], p_moves uuid[])
      returns table (location_id uuid, class text)
      language sql stable security definer set search_path = public, pg_temp as $$
      with lying as (
        select b.location_id, b.item_id from inventory_balances b
         where b.organization_id = p_organization_id and b.location_id = any (p_locations) and b.qty > 0
        union
        select m.to_location_id, m.item_id from planned_moves m
         where m.organization_id = p_organization_id and m.to_location_id = any (p_locations) and m.lpn_id is null
           and m.status in ${live} and m.id <> all (p_moves)
        union
        select m.to_location_id, b.item_id from planned_moves m
          join lpns c on c.organization_id = m.organization_id and (c.id = m.lpn_id or c.parent_lpn_id = m.lpn_id)
          join inventory_balances b on b.organization_id = c.organization_id and b.lpn_id = c.id and b.qty > 0
         where m.organization_id = p_organization_id and m.to_location_id = any (p_locations) and m.lpn_id is not null
           and m.status in ${live} and m.id <> all (p_moves)
      )
      select distinct l.location_id, i.hazard->>'class' from lying l
        join items i on i.organization_id = p_organization_id and i.id = l.item_id and i.hazard is not null
    $$;
    revoke execute on function hazards_of(uuid, uuid[], uuid[]) from public;
    grant execute on function hazards_of(uuid, uuid[], uuid[]) to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function hazards_of; drop table hazard_segregation;');
}
