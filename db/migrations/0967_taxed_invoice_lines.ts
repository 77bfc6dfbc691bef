/** The tax that a carrier asks on a line of its invoice: its bill posts it as input tax, and no label is held against it. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table carrier_invoice_lines
      add column tax money_amount not null default 0,
      add column tax_code text not null default '',
      add column tax_rate numeric(9,6) check (tax_rate between 0 and 100);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table carrier_invoice_lines drop column tax, drop column tax_code, drop column tax_rate',
  );
}
