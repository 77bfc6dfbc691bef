/** Packing: cartons with their SSCC and contents, and the GS1 company prefix their numbers begin with. */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column gs1_company_prefix text not null default '0000000'
      constraint gs1_company_prefix_digits check (gs1_company_prefix ~ '^[0-9]{7,10}$');

    create table cartons (
      organization_id uuid not null,
      id uuid not null,
      shipment_id uuid not null,
      merchant_id uuid not null,
      carton_no integer not null check (carton_no > 0),
      sscc text not null check (sscc ~ '^[0-9]{18}$'),
      weight_kg numeric(18,6) check (weight_kg > 0),
      length_cm numeric(18,6) check (length_cm > 0),
      width_cm numeric(18,6) check (width_cm > 0),
      height_cm numeric(18,6) check (height_cm > 0),
      packed_by text not null,
      created_at timestamptz not null default now(),
      -- Unpacked again: its number is never used twice.
      voided_at timestamptz,
      primary key (organization_id, id),
      constraint cartons_sscc_once unique (organization_id, sscc),
      constraint cartons_carton_no_once unique (organization_id, shipment_id, carton_no),
      constraint cartons_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id)
    );

    create table carton_lines (
      organization_id uuid not null,
      carton_id uuid not null,
      line_no integer not null check (line_no > 0),
      merchant_id uuid not null,
      item_id uuid not null,
      lot_no text not null,
      qty quantity not null check (qty > 0),
      primary key (organization_id, carton_id, line_no),
      constraint carton_lines_carton_id_fk foreign key (organization_id, carton_id) references cartons (organization_id, id),
      constraint carton_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
  `);
  await protectTenantTable(knex, 'cartons', {
    rights: ['select', 'insert', 'update'],
    merchantColumn: 'merchant_id',
  });
  await protectTenantTable(knex, 'carton_lines', {
    rights: ['select', 'insert'],
    merchantColumn: 'merchant_id',
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table carton_lines, cartons;
    alter table organizations drop column gs1_company_prefix;
  `);
}
