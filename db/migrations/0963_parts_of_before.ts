/** How much of a line was cancelled before stores were told of cancelled parts: people have paid that back by hand. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order_lines add column untold_cancelled_qty numeric(18,6) not null default 0;
    ${overAllRows(
      ['sales_order_lines'],
      'update sales_order_lines set untold_cancelled_qty = cancelled_qty where cancelled_qty > 0',
    )}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sales_order_lines drop column untold_cancelled_qty');
}
