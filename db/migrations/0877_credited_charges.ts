/**
 * Charges that were credited because their source was gone, and credits taken back with theirs, are found by themselves:
 * it is charged again when it comes back, however long after.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index charges_credited on charges (organization_id, merchant_id, service_date)
      where kind = 'adjustment' and quantity <> 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index charges_credited');
}
