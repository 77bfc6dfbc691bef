/** Work is billed by the minute, too. */
import type { Knex } from 'knex';

const units = (more = ''): string => `alter table billing_items
  drop constraint billing_items_uom_check,
  add constraint billing_items_uom_check check (uom in ('unit', 'carton', 'pallet', 'location', 'cbm', 'cuft', 'kg', 'lb', 'cwt',
    'order', 'line', 'receipt', 'container', 'shipment', 'label', ${more}'hour', 'day', 'month', 'percent', 'flat'))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(units("'minute', "));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(units());
}
