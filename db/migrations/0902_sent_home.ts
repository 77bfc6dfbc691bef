/**
 * Inspected units that go back to the customer: a disposition `customer`, and the direct shipment they leave with, which
 * names it (wms_shipments.disposition_id).
 */
import type { Knex } from 'knex';

const kinds = "'restock', 'downgrade', 'scrap', 'quarantine', 'vendor', 'refurbish'";
const columns = {
  return_rules: 'disposition',
  return_lines: 'disposition',
  inspections: 'disposition',
  dispositions: 'kind',
};

const checks = (known: string): string =>
  Object.entries(columns)
    .map(
      ([table, column]) => `alter table ${table} drop constraint ${table}_${column}_check,
        add constraint ${table}_${column}_check check (${column} in (${known}));`,
    )
    .join('\n');

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${checks(`${kinds}, 'customer'`)}
    alter table wms_shipments add column disposition_id uuid,
      drop constraint wms_shipments_of_one_document,
      add constraint wms_shipments_of_one_document
        check (num_nonnulls(order_id, transfer_id, vendor_return_id, disposition_id) <= 1),
      add constraint wms_shipments_disposition_id_fk foreign key (organization_id, merchant_id, disposition_id)
        references dispositions (organization_id, merchant_id, id);
    create unique index wms_shipments_of_disposition on wms_shipments (organization_id, disposition_id)
      where disposition_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index wms_shipments_of_disposition;
    alter table wms_shipments drop constraint wms_shipments_disposition_id_fk,
      drop constraint wms_shipments_of_one_document,
      add constraint wms_shipments_of_one_document check (num_nonnulls(order_id, transfer_id, vendor_return_id) <= 1),
      drop column disposition_id;
    ${checks(kinds)}
  `);
}
