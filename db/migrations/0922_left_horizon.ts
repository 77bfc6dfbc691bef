/** How far an organization's stream had come when it left for another cell: an export from before is not brought over its sign. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table organizations add column left_horizon bigint');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table organizations drop column left_horizon');
}
