/** The order FIFO takes available stock in, as an index: a hot item is allocated from its first rows, not from all. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index inventory_balances_available on inventory_balances (organization_id, item_id, warehouse_id, received_at)
      where status = 'available';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index inventory_balances_available');
}
