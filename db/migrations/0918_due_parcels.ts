/** Carrier rules that ask by when a parcel has to leave. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table carrier_rules add column due_within_days integer check (due_within_days between 0 and 365)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table carrier_rules drop column due_within_days');
}
