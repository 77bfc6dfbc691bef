/** Lines of freight bills that the platform split by what is on a load, and splits anew as that leaves; others stay as entered. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table bill_lines add column is_split_by_load boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table bill_lines drop column is_split_by_load');
}
