/** How much of a stock waits to be inspected: whoever lifts a hold of it asks, and few inspections are open. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index goods_inspections_waiting on goods_inspections (organization_id, item_id, lot_no, warehouse_id)
      where status in ('open', 'inspected');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index goods_inspections_waiting');
}
