/** The GTIN of a packaging, scanned as a barcode of its unit, and what a packaging is filled with. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table item_packagings
      add column gtin text check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
      add column contains_level text check (contains_level in ('each', 'inner', 'case', 'layer'));
    -- It is the GTIN of a packaging and stays as long as that has it.
    alter table item_barcodes add column is_gtin boolean not null default false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from item_barcodes where is_gtin;
    alter table item_barcodes drop column is_gtin;
    alter table item_packagings drop column gtin, drop column contains_level;
  `);
}
