/**
 * Rates of a tax code by day: they go before the rate of the billing item on the days they are in force. A line that has
 * its item's tax remembers the item's own rate, so that it can be taxed anew until it is issued.
 */
import type { Knex } from 'knex';
import { protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tax_rates (
      ${tenantKey},
      tax_code text not null check (tax_code <> ''),
      -- In percent.
      tax_rate numeric(9,6) not null check (tax_rate between 0 and 100),
      valid_from date not null,
      valid_to date,
      ${times},
      constraint tax_rates_dates_in_order check (valid_to >= valid_from),
      constraint tax_rates_overlap exclude using gist (
        organization_id with =, tax_code with =, daterange(valid_from, valid_to, '[]') with &&)
    );

    alter table organizations
      -- Which day says the rate: the document's, or the last day of the service on the line.
      add column tax_date text not null default 'invoice' check (tax_date in ('invoice', 'service'));

    alter table invoice_lines
      -- The rate of its billing item itself, where the line is taxed by that; null where its tax was said otherwise.
      add column item_tax_rate numeric(9,6) check (item_tax_rate between 0 and 100),
      -- Its tax stays: it was entered, or its charges revise what was invoiced at it, whatever the item says now.
      add column tax_kept boolean not null default false;
  `);
  await protectTenantTable(knex, 'tax_rates', { merchant: 'none' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoice_lines drop column tax_kept, drop column item_tax_rate;
    alter table organizations drop column tax_date;
    drop table tax_rates;
  `);
}
