/**
 * What a source said of itself when it was charged, where rules or rate lines look at more than its quantity: a carrier
 * corrected after the charge has it priced again. Null where nothing was looked at, which is most charges.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table charges add column source_hash uuid');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table charges drop column source_hash');
}
