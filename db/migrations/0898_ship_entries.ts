/** What shipped in a warehouse, by time: what goods leave in one step is a pick of their shelf. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index inventory_ledger_shipped on inventory_ledger (organization_id, warehouse_id, occurred_at)
      where transaction_type = 'ship';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index inventory_ledger_shipped');
}
