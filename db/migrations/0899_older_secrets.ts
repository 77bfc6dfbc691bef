/**
 * A secret replaced twice within its overlap: whoever asked again because no answer came knows neither of the two later
 * ones, so what receivers have had since before goes on signing as long as it was to.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoints
      add column older_secret_sealed text,
      add column older_secret_until timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoints drop column older_secret_until, drop column older_secret_sealed;
  `);
}
