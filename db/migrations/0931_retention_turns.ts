/** Which organization a sweep of old rows served last: the next one begins behind it. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table retention_policies add column served_organization_id uuid');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table retention_policies drop column served_organization_id');
}
