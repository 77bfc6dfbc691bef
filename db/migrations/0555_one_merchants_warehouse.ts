/**
 * A token of one merchant sees the counts, license plates, lots and serials that are its own. A plate with nothing on it
 * is nobody's and stays open to all; one with a second merchant's goods on it is the house's alone, since moving it
 * would move what the token may not see.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const bound = "(select nullif(current_setting('app.merchant_id', true), '')::uuid)";
const organization = "(select nullif(current_setting('app.organization_id', true), '')::uuid)";

const visible: Record<string, string> = {
  count_tasks: `exists (select 1 from count_lines n
    where n.organization_id = count_tasks.organization_id and n.task_id = count_tasks.id)`,
  count_task_locations: `exists (select 1 from count_lines n
    where n.organization_id = count_task_locations.organization_id and n.task_id = count_task_locations.task_id
      and n.location_id = count_task_locations.location_id)`,
  count_scans: `exists (select 1 from count_lines n
    where n.organization_id = count_scans.organization_id and n.id = count_scans.line_id)`,
  lots: 'exists (select 1 from items i where i.organization_id = lots.organization_id and i.id = lots.item_id)',
  serials: `exists (select 1 from items i
    where i.organization_id = serials.organization_id and i.id = serials.item_id)`,
  lpns: `not carries_goods_of_others(organization_id, id, ${bound})`,
};

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Asks behind the row policies, which would hide the very goods it looks for.
    create function carries_goods_of_others(p_organization uuid, p_plate uuid, p_merchant uuid) returns boolean
    language sql stable security definer set search_path = public, pg_temp as $$
      with family as (
        select c.id, c.id = p_plate or c.parent_lpn_id = p_plate as is_on_it
          from lpns p
          join lpns c on c.organization_id = p.organization_id
           and (c.id in (p.id, p.parent_lpn_id) or c.parent_lpn_id in (p.id, p.parent_lpn_id))
         where p.organization_id = p_organization and p.id = p_plate
      ), goods as (
        select f.is_on_it, b.merchant_id = p_merchant as is_own
          from family f
          join inventory_balances b on b.organization_id = p_organization and b.lpn_id = f.id
      )
      -- What stands on it decides; an empty carton goes with the pallet it stands on.
      select coalesce(bool_or(not is_own) filter (where is_on_it), bool_or(not is_own), false) from goods
    $$;
    revoke execute on function carries_goods_of_others(uuid, uuid, uuid) from public;
    grant execute on function carries_goods_of_others(uuid, uuid, uuid) to ${roleNames.app};
    -- The function runs as the owner, whom forced row security binds too unless it is a superuser.
    create policy plate_reader on lpns for select to current_user using (organization_id = ${organization});
  `);
  for (const [table, condition] of Object.entries(visible)) {
    await knex.raw(
      `create policy merchant on ${table} as restrictive to ${roleNames.app} using (${bound} is null or ${condition})`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(visible)) await knex.raw(`drop policy merchant on ${table}`);
  await knex.raw('drop policy plate_reader on lpns; drop function carries_goods_of_others;');
}
