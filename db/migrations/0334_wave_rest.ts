/**
 * Whether a wave has anything left to pick, over all merchants: a token of one merchant that cancels its shipment sees
 * its own tasks only, and must not end the wave for the others.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function wave_has_picks_left(p_organization_id uuid, p_wave_id uuid) returns boolean
      language sql stable security definer set search_path = public, pg_temp as $$
      select exists (select 1 from pick_tasks t
        where t.organization_id = p_organization_id and t.wave_id = p_wave_id
          and t.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
          and t.status in ('open', 'assigned', 'in_progress'))
    $$;
    create policy wave_rest on pick_tasks for select to current_user
      using (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));
    revoke execute on function wave_has_picks_left(uuid, uuid) from public;
    grant execute on function wave_has_picks_left(uuid, uuid) to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop policy wave_rest on pick_tasks; drop function wave_has_picks_left(uuid, uuid);');
}
