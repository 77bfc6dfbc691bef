/**
 * What carriers would take for a basket, before there is an order: a quote without a shipment, by which nothing is bought.
 * Its merchant is one of the organization's whether or not there is a shipment that says so.
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table rate_quotes
      alter column shipment_id drop not null,
      add constraint rate_quotes_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${overAllRows(['rate_quotes'], 'delete from rate_quotes where shipment_id is null')}
    alter table rate_quotes drop constraint rate_quotes_merchant_id_fk, alter column shipment_id set not null`);
}
