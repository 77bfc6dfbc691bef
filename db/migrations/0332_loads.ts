/** Loads: the shipments that leave on one trailer, and their bill of lading number. Lock order: order, shipment, load. */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table loads (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      load_no text not null,
      warehouse_id uuid not null,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      status text not null default 'planned' check (status in ('planned', 'loading', 'loaded', 'shipped', 'cancelled')),
      carrier_id uuid,
      scac text check (scac ~ '^[A-Z]{2,4}$'),
      freight_terms text not null default 'prepaid' check (freight_terms in ('prepaid', 'collect', 'third_party')),
      trailer_no text,
      seal_no text,
      handling_unit_type text not null default 'pallet' check (handling_unit_type in ('pallet', 'carton', 'crate', 'drum', 'loose')),
      -- Given, or counted from the cartons when the load ships.
      handling_units integer check (handling_units > 0),
      weight_kg numeric(18,6) check (weight_kg > 0),
      ship_to jsonb not null default '{}',
      bol_number text check (bol_number ~ '^[0-9]{17}$'),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      loading_at timestamptz,
      loaded_at timestamptz,
      shipped_at timestamptz,
      cancelled_at timestamptz,
      primary key (organization_id, id),
      constraint loads_load_no_once unique (organization_id, load_no),
      constraint loads_bol_number_once unique (organization_id, bol_number),
      constraint loads_shipped_with_bol_number check (status <> 'shipped' or bol_number is not null),
      constraint loads_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint loads_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id)
    );
    create index loads_newest on loads (organization_id, created_at desc, id desc);

    create table load_shipments (
      organization_id uuid not null,
      load_id uuid not null,
      shipment_id uuid not null,
      merchant_id uuid not null,
      added_at timestamptz not null default now(),
      primary key (organization_id, load_id, shipment_id),
      constraint load_shipments_one_load unique (organization_id, shipment_id),
      constraint load_shipments_load_id_fk foreign key (organization_id, load_id) references loads (organization_id, id),
      constraint load_shipments_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id)
    );
  `);
  await protectTenantTable(knex, 'loads', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'load_shipments', {
    rights: ['select', 'insert', 'delete'],
    merchantColumn: 'merchant_id',
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table load_shipments, loads');
}
