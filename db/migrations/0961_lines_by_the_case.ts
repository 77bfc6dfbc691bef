/**
 * Lines of orders and shipments in a unit of their item: what was asked for, `uom_qty` of `uom`, and how many base units were
 * in one at that moment. `qty` stays in base units; null where it was asked for in those.
 */
import type { Knex } from 'knex';

const tables = ['sales_order_lines', 'wms_shipment_lines'];

export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`
      alter table ${table}
        add column uom text,
        add column uom_qty numeric(18,6),
        add column uom_factor numeric(18,6) check (uom_factor > 0)`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`alter table ${table} drop column uom_factor, drop column uom_qty, drop column uom`);
  }
}
