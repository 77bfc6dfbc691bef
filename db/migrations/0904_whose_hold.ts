/**
 * Whose the hold of a lot is: a merchant's token ends its own, never the operator's. What was on hold before is taken for
 * the operator's.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table lots add column is_operators_hold boolean not null default true');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table lots drop column is_operators_hold');
}
