/** What whoever asked for a quote said the parcel weighs: the label bought by it is of the same parcel. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table rate_quotes add column weight_kg numeric(18,6) check (weight_kg > 0)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table rate_quotes drop column weight_kg');
}
