/** Counts of places that were drawn by lot: a kind `random`. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const kinds = "'manual', 'plan', 'zero', 'short_pick'";

const check = (known: string): string => `
  alter table count_tasks drop constraint count_tasks_kind_check,
    add constraint count_tasks_kind_check check (kind in (${known}));`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(check(`${kinds}, 'random'`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${overAllRows(['count_tasks'], `update count_tasks set kind = 'plan' where kind = 'random'`)}
    ${check(kinds)}
  `);
}
