/**
 * With whose access an endpoint's URL and a connection were set up: they go on when that ends, and whoever ends it is told.
 *
 * - made_by: the members, at any remove.
 * - maker_token_id: the token with which it was made, or last led elsewhere.
 */
import type { Knex } from 'knex';

const tables = ['webhook_endpoints', 'channel_connections'] as const;

export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`
      alter table ${table} add column made_by uuid[] not null default '{}', add column maker_token_id uuid,
        add constraint ${table}_maker_token_id_fk
          foreign key (organization_id, maker_token_id) references access_tokens (organization_id, id);
      create index ${table}_by_maker on ${table} (organization_id, maker_token_id) where maker_token_id is not null;
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables)
    await knex.raw(`alter table ${table} drop column maker_token_id, drop column made_by`);
}
