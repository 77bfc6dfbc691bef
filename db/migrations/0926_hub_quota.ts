/** How many hubs an organization may have: each may keep a link open, and asks for labels at a rate of its own. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organization_quotas
      add column hubs integer constraint organization_quotas_hubs check (hubs between 0 and 100000);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table organization_quotas drop column hubs');
}
