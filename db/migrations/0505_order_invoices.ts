/** An invoice's sales order is one of the organization's. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoices add constraint invoices_sales_order_id_fk
      foreign key (organization_id, sales_order_id) references sales_orders (organization_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table invoices drop constraint invoices_sales_order_id_fk');
}
