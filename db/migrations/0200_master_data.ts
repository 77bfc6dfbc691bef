/** Merchants, warehouses, locations, items, vendors, carriers, customers, channels, retailers. One catalogue for WMS and OMS. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table merchants (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      code text not null,
      name text not null,
      -- The standard edition's own merchant: filled in wherever a merchant is left out.
      is_own boolean not null default false,
      over_receipt_tolerance_percent numeric(6,3) check (over_receipt_tolerance_percent between 0 and 100),
      bill_to jsonb not null default '{}',
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint merchants_code_once unique (organization_id, code)
    );
    create unique index merchants_one_own on merchants (organization_id) where is_own;

    alter table access_tokens add constraint access_tokens_merchant_id_fk
      foreign key (organization_id, merchant_id) references merchants (organization_id, id);

    create table warehouses (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      code text not null,
      name text not null,
      time_zone text not null,
      address jsonb not null default '{}',
      priority integer not null default 100,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint warehouses_code_once unique (organization_id, code)
    );

    create table locations (
      organization_id uuid not null,
      id uuid not null,
      warehouse_id uuid not null,
      code text not null,
      type text not null check (type in ('dock', 'staging', 'cross_dock', 'storage', 'pick', 'transit', 'virtual')),
      zone text not null default '',
      pick_sequence integer not null default 0,
      -- In units of stock; null is unlimited.
      capacity quantity check (capacity >= 0),
      storage_class text not null default '',
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint locations_code_once unique (organization_id, warehouse_id, code),
      constraint locations_in_warehouse unique (organization_id, warehouse_id, id),
      constraint locations_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );

    create table items (
      organization_id uuid not null,
      id uuid not null,
      merchant_id uuid not null,
      sku text not null,
      name text not null,
      uom text not null default 'EA',
      lot_tracked boolean not null default false,
      expiry_tracked boolean not null default false,
      serial_tracked boolean not null default false,
      qc_hold boolean not null default false,
      min_remaining_life_days integer check (min_remaining_life_days >= 0),
      over_receipt_tolerance_percent numeric(6,3) check (over_receipt_tolerance_percent between 0 and 100),
      weight_kg numeric(18,6) check (weight_kg >= 0),
      volume_cbm numeric(18,6) check (volume_cbm >= 0),
      units_per_carton quantity check (units_per_carton > 0),
      units_per_pallet quantity check (units_per_pallet > 0),
      item_class text not null default '',
      storage_class text not null default '',
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint items_of_merchant unique (organization_id, merchant_id, id),
      constraint items_sku_once unique (organization_id, merchant_id, sku),
      constraint items_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index items_by_sku on items (organization_id, sku);

    -- How many base units one of another unit of measure is; exact.
    create table item_uoms (
      organization_id uuid not null,
      item_id uuid not null,
      uom text not null,
      factor quantity not null check (factor > 0),
      primary key (organization_id, item_id, uom),
      constraint item_uoms_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );

    create table item_barcodes (
      organization_id uuid not null,
      item_id uuid not null,
      barcode text not null,
      uom text,
      primary key (organization_id, barcode),
      constraint item_barcodes_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );
    create index item_barcodes_of_item on item_barcodes (organization_id, item_id);

    -- Vendors are shared across tenants: a global row of public facts, and each tenant's own extension of it.
    create table vendor_directory (
      id uuid primary key,
      name text not null,
      identifiers jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    create unique index vendor_directory_name_once on vendor_directory (lower(name));
    grant select, insert on vendor_directory to ${roleNames.app};

    create table vendors (
      organization_id uuid not null references organizations (id),
      id uuid not null references vendor_directory (id),
      code text not null,
      contact jsonb not null default '{}',
      payment_terms_days integer check (payment_terms_days between 0 and 365),
      over_receipt_tolerance_percent numeric(6,3) check (over_receipt_tolerance_percent between 0 and 100),
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint vendors_code_once unique (organization_id, code)
    );

    create table carriers (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      code text not null,
      name text not null,
      scac text check (scac ~ '^[A-Z]{2,4}$'),
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint carriers_code_once unique (organization_id, code)
    );

    create table customers (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      code text not null,
      name text not null,
      email text,
      phone text,
      address jsonb not null default '{}',
      payment_terms_days integer not null default 30 check (payment_terms_days between 0 and 365),
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint customers_code_once unique (organization_id, code)
    );

    create table channels (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      code text not null,
      name text not null,
      type text not null default 'manual',
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint channels_code_once unique (organization_id, code)
    );

    create table retailers (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      code text not null,
      name text not null,
      routing jsonb not null default '{}',
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint retailers_code_once unique (organization_id, code)
    );

    create table reason_codes (
      organization_id uuid not null references organizations (id),
      code text not null,
      description text not null default '',
      is_active boolean not null default true,
      primary key (organization_id, code)
    );
  `);
  await protectTenantTable(knex, 'merchants', {
    rights: ['select', 'insert', 'update'],
    merchantColumn: 'id',
  });
  await protectTenantTable(knex, 'items', {
    rights: ['select', 'insert', 'update'],
    merchantColumn: 'merchant_id',
  });
  for (const table of [
    'warehouses',
    'locations',
    'vendors',
    'carriers',
    'customers',
    'channels',
    'retailers',
    'reason_codes',
  ]) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert', 'update'] });
  }
  for (const table of ['item_uoms', 'item_barcodes']) await protectTenantTable(knex, table);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table access_tokens drop constraint access_tokens_merchant_id_fk;
    drop table reason_codes, retailers, channels, customers, carriers, vendors, vendor_directory, item_barcodes, item_uoms,
      items, locations, warehouses, merchants;
  `);
}
