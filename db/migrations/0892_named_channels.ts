/** Whether whoever connected a store named its channel: only then do two stores share one, and each can be away for a while. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table channel_connections add column is_channel_named boolean not null default false;
    -- Stores that share one now go on doing so.
    update channel_connections c set is_channel_named = true
     where c.status <> 'disabled' and exists (
       select from channel_connections o
        where o.organization_id = c.organization_id and o.channel_id = c.channel_id and o.id <> c.id
          and o.status <> 'disabled');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table channel_connections drop column is_channel_named');
}
