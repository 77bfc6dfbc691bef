/**
 * Outbound: cartons with their SSCC and contents, loads, and shipping documents.
 *
 * - pack_plans: how what a shipment holds goes into cartons, with coordinates.
 * - loads: the shipments that leave on one trailer, and their bill of lading number. Lock order: order, shipment, load.
 * - documents: what each says, written when the goods leave, or are declared to customs, and never changed; its bytes are made of that alone when
 *   somebody first asks for them. One of each kind per subject.
 */
import type { Knex } from 'knex';
import {
  checkedKey,
  enteredOrganization,
  makeAppendOnly,
  protectTenantTable,
  tenantKey,
  times,
} from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table cartons (
      ${checkedKey},
      shipment_id uuid not null,
      merchant_id uuid not null,
      carton_no integer not null check (carton_no > 0),
      sscc text not null check (sscc ~ '^[0-9]{18}$'),
      weight_kg numeric(18,6) check (weight_kg > 0),
      length_cm numeric(18,6) check (length_cm > 0),
      width_cm numeric(18,6) check (width_cm > 0),
      height_cm numeric(18,6) check (height_cm > 0),
      carton_type_id uuid,
      -- Its number in the shipment's pack plan, when it was packed by that.
      planned_carton integer check (planned_carton > 0),
      packed_by text not null,
      created_at timestamptz not null default now(),
      -- Unpacked again: its number is never reused.
      voided_at timestamptz,
      constraint cartons_sscc_once unique (organization_id, sscc),
      constraint cartons_carton_no_once unique (organization_id, shipment_id, carton_no),
      constraint cartons_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint cartons_carton_type_id_fk foreign key (organization_id, carton_type_id)
        references carton_types (organization_id, id)
    );
    create unique index cartons_planned_once on cartons (organization_id, shipment_id, planned_carton)
      where planned_carton is not null and voided_at is null;

    -- How the goods of a shipment lie in which cartons. The last plan of what is not packed yet.
    create table pack_plans (
      organization_id uuid not null,
      shipment_id uuid not null,
      merchant_id uuid not null,
      plan jsonb not null,
      made_by text not null,
      made_at timestamptz not null default now(),
      primary key (organization_id, shipment_id),
      constraint pack_plans_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
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

    create table loads (
      ${tenantKey},
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
      -- The carrier's PRO number, the freight class the freight is rated by, and a third party who pays for it, if any.
      pro_number text,
      freight_class text check (freight_class in ('50', '55', '60', '65', '70', '77.5', '85', '92.5', '100', '110', '125',
        '150', '175', '200', '250', '300', '400', '500')),
      goods_description text,
      bill_freight_to jsonb not null default '{}',
      bol_number text check (bol_number ~ '^[0-9]{17}$'),
      ${times},
      loading_at timestamptz,
      loaded_at timestamptz,
      shipped_at timestamptz,
      cancelled_at timestamptz,
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

    create table documents (
      ${enteredOrganization}, id uuid not null,
      primary key (organization_id, id),
      kind text not null check (kind in ('packing_list', 'bill_of_lading', 'commercial_invoice')),
      document_no text not null,
      subject_type text not null,
      subject_id uuid not null,
      -- Null when it concerns several merchants: then no merchant's token sees it.
      merchant_id uuid,
      facts jsonb not null,
      created_at timestamptz not null default now(),
      constraint documents_once unique (organization_id, kind, subject_id)
    );
    create index documents_newest on documents (organization_id, created_at desc, id desc);
  `);
  const ofMerchant = { merchant: { column: 'merchant_id' } };
  await protectTenantTable(knex, 'cartons', { rights: ['select', 'insert', 'update'], ...ofMerchant });
  await protectTenantTable(knex, 'carton_lines', { rights: ['select', 'insert'], ...ofMerchant });
  await protectTenantTable(knex, 'pack_plans', { rights: ['select', 'insert', 'update'], ...ofMerchant });
  await protectTenantTable(knex, 'loads', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'load_shipments', { rights: ['select', 'insert', 'delete'], ...ofMerchant });
  await protectTenantTable(knex, 'documents', { rights: ['select', 'insert'], ...ofMerchant });
  await makeAppendOnly(knex, 'documents');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table documents, load_shipments, loads, pack_plans, carton_lines, cartons');
}
