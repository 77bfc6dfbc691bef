/** Whether pick faces are filled to their most while nobody picks. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column top_up text not null default 'never' check (top_up in ('never', 'idle'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table organizations drop column top_up');
}
