/** Whether whoever connected a store named its channel: only then do two stores share one, and each can be away for a while. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table channel_connections add column is_channel_named boolean not null default false;
    -- Stores that share one now go on doing so, and so do two of different domains of which one is away.
    ${overAllRows(
      ['channel_connections'],
      `update channel_connections c set is_channel_named = true
     where exists (
       select from channel_connections o
        where o.organization_id = c.organization_id and o.channel_id = c.channel_id and o.id <> c.id
          and ((o.status <> 'disabled' and c.status <> 'disabled')
               or (o.store_domain <> c.store_domain and o.created_at < c.created_at)))`,
    )}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table channel_connections drop column is_channel_named');
}
