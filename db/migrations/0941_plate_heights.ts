/**
 * How high a license plate stands with what is on it, and how high one may be at a place; null: nobody said, no limit. How
 * high up a place is: the floor is level 0.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lpns add column height_cm numeric(18,6) check (height_cm > 0);
    alter table locations
      add column max_lpn_height_cm numeric(18,6) check (max_lpn_height_cm > 0),
      add column level integer check (level >= 0);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lpns drop column height_cm;
    alter table locations drop column max_lpn_height_cm, drop column level;
  `);
}
