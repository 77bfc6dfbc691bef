/** Billing runs that make credit notes of credits that outweigh the charges. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table billing_runs add column credit_notes boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table billing_runs drop column credit_notes');
}
