/** Whether a carton's weight is what a scale said: a plan's is an estimate, and whoever buys its label may know better. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table cartons
      add column is_weighed boolean not null default false,
      add constraint cartons_weighed_have_weight check (not is_weighed or weight_kg is not null);
    -- Of those packed by a plan before nobody knows.
    ${overAllRows(['cartons'], `update cartons set is_weighed = true where weight_kg is not null and planned_carton is null`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table cartons drop column is_weighed');
}
