/** Where a merchant's orders take their stock from, if not where the organization's do. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table merchants add column pick_from text check (pick_from in ('any', 'face_first', 'whole_first'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table merchants drop column pick_from');
}
