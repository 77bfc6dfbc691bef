/**
 * Sources that lost their line are found by themselves: each is charged by the line that fits it on the day it came back,
 * however long after.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index charges_lost on charges (organization_id, merchant_id, rule_id)
      where kind = 'adjustment' and jsonb_exists(pricing, 'lost');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index charges_lost');
}
