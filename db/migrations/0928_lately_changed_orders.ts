/** What was cancelled or counted of late, for whoever compares it with what stores were told. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index sales_orders_by_cancelling on sales_orders (organization_id, cancelled_at)
      where cancelled_at is not null;
    create index returns_by_inspecting on returns (organization_id, inspecting_at) where inspecting_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index sales_orders_by_cancelling, returns_by_inspecting');
}
