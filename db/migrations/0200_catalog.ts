/**
 * Warehouses with their locations, items with their packagings and barcodes, carton types, carriers, reason codes: one
 * catalog for both the WMS and the OMS.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import {
  checkedKey,
  merchantId,
  ofVisibleItem,
  protectTenantTable,
  tenantKey,
  times,
} from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table warehouses (
      ${tenantKey},
      code text not null,
      name text not null,
      time_zone text not null,
      address jsonb not null default '{}',
      priority integer not null default 100,
      is_active boolean not null default true,
      ${times},
      constraint warehouses_code_once unique (organization_id, code)
    );

    create table locations (
      ${checkedKey},
      warehouse_id uuid not null,
      code text not null,
      type text not null check (type in ('dock', 'staging', 'cross_dock', 'storage', 'pick', 'transit', 'virtual')),
      zone text not null default '',
      pick_sequence integer not null default 0,
      -- In stock units; null for no limit.
      capacity quantity check (capacity >= 0),
      max_weight_kg numeric(18,6) check (max_weight_kg >= 0),
      max_volume_cbm numeric(18,6) check (max_volume_cbm >= 0),
      max_lpns integer check (max_lpns >= 0),
      -- What may lie there together.
      mixing text not null default 'any' check (mixing in ('any', 'one_item', 'one_lot')),
      velocity text check (velocity in ('A', 'B', 'C')),
      -- On the floor, in metres from a corner of the building.
      x_m numeric(18,6) check (x_m >= 0),
      y_m numeric(18,6) check (y_m >= 0),
      -- What it is reached from: a straight line between the outermost places of the aisle, open at both ends.
      aisle text not null default '',
      storage_class text not null default '',
      is_active boolean not null default true,
      ${times},
      is_limited boolean not null generated always as (capacity is not null or max_weight_kg is not null
        or max_volume_cbm is not null or max_lpns is not null or mixing <> 'any') stored,
      constraint locations_code_once unique (organization_id, warehouse_id, code),
      constraint locations_in_warehouse unique (organization_id, warehouse_id, id),
      constraint locations_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );
    -- The order in which goods are put away, and the floor is walked.
    create index locations_walk on locations (organization_id, warehouse_id, storage_class, zone, pick_sequence, code)
      where is_active;
    create index locations_of_aisle on locations (organization_id, warehouse_id, aisle) where aisle <> '';

    create table items (
      ${checkedKey},
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
      velocity text check (velocity in ('A', 'B', 'C')),
      -- What customs are told of it, where nobody says otherwise.
      hs_code text check (hs_code ~ '^[0-9]{6,12}$'),
      origin_country char(2) check (origin_country ~ '^[A-Z]{2}$'),
      customs_description text,
      customs_value unit_price check (customs_value > 0),
      customs_currency char(3) check (customs_currency ~ '^[A-Z]{3}$'),
      is_active boolean not null default true,
      ${times},
      constraint items_customs_priced check ((customs_value is null) = (customs_currency is null)),
      constraint items_of_merchant unique (organization_id, merchant_id, id),
      -- In this column order it also finds an item by its SKU alone.
      constraint items_sku_once unique (organization_id, sku, merchant_id),
      constraint items_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index items_serial_tracked on items (organization_id, id) where serial_tracked;

    -- How an item is handled: in its base unit (each) and in units of exactly so many of it. A unit without a level is just
    -- a measure; what nobody measured is null.
    create table item_packagings (
      organization_id uuid not null,
      item_id uuid not null,
      uom text not null,
      factor quantity not null check (factor > 0),
      level text check (level in ('each', 'inner', 'case', 'layer', 'pallet')),
      length_cm numeric(18,6) check (length_cm > 0),
      width_cm numeric(18,6) check (width_cm > 0),
      height_cm numeric(18,6) check (height_cm > 0),
      weight_kg numeric(18,6) check (weight_kg > 0),
      -- How many lie in a layer of a pallet, and how many layers it has.
      ti integer check (ti > 0),
      hi integer check (hi > 0),
      must_stand boolean not null default false,
      -- How many may stand upon each other, itself included.
      max_stack integer check (max_stack > 0),
      -- It leaves as it is, in no other carton.
      is_shippable boolean not null default false,
      primary key (organization_id, item_id, uom),
      constraint item_packagings_level_once unique (organization_id, item_id, level),
      constraint item_packagings_each_is_one check (level is distinct from 'each' or factor = 1),
      constraint item_packagings_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );
    -- A unit is found in whatever case it is written.
    create unique index item_packagings_unit_once on item_packagings (organization_id, item_id, upper(uom));

    -- The item's other units. It runs with its reader's privileges.
    create view item_uoms with (security_invoker = true) as
      select organization_id, item_id, uom, factor from item_packagings where level is distinct from 'each';
    grant select on item_uoms to ${roleNames.app};

    -- A barcode belongs to one item of a merchant: two merchants who sell the same goods share barcodes.
    create table item_barcodes (
      organization_id uuid not null,
      merchant_id uuid not null,
      item_id uuid not null,
      barcode text not null,
      uom text,
      primary key (organization_id, merchant_id, barcode),
      constraint item_barcodes_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index item_barcodes_of_item on item_barcodes (organization_id, item_id);

    -- What goods are packed into. Cheaper ones are tried first; null: nobody said.
    create table carton_types (
      ${tenantKey},
      code text not null,
      name text not null default '',
      inner_length_cm numeric(18,6) not null check (inner_length_cm > 0),
      inner_width_cm numeric(18,6) not null check (inner_width_cm > 0),
      inner_height_cm numeric(18,6) not null check (inner_height_cm > 0),
      outer_length_cm numeric(18,6),
      outer_width_cm numeric(18,6),
      outer_height_cm numeric(18,6),
      tare_kg numeric(18,6) not null default 0 check (tare_kg >= 0),
      -- With what it holds.
      max_weight_kg numeric(18,6) check (max_weight_kg > 0),
      cost money_amount check (cost >= 0),
      -- Null: for the goods of every merchant.
      merchant_id uuid,
      is_active boolean not null default true,
      ${times},
      constraint carton_types_code_once unique (organization_id, code),
      constraint carton_types_outer_whole check (num_nulls(outer_length_cm, outer_width_cm, outer_height_cm) in (0, 3)),
      constraint carton_types_outer_around_inner check (outer_length_cm >= inner_length_cm and outer_width_cm >= inner_width_cm
        and outer_height_cm >= inner_height_cm),
      constraint carton_types_bears_itself check (max_weight_kg > tare_kg),
      constraint carton_types_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );

    create table carriers (
      ${tenantKey},
      code text not null,
      name text not null,
      scac text check (scac ~ '^[A-Z]{2,4}$'),
      is_active boolean not null default true,
      ${times},
      constraint carriers_code_once unique (organization_id, code)
    );

    create table reason_codes (
      organization_id uuid not null references organizations (id),
      code text not null,
      description text not null default '',
      is_active boolean not null default true,
      primary key (organization_id, code)
    );
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  for (const table of ['warehouses', 'locations', 'carriers', 'reason_codes'])
    await protectTenantTable(knex, table, { ...edited, operatorWrites: true });
  await protectTenantTable(knex, 'carton_types', {
    ...edited,
    operatorWrites: true,
    merchant: { where: `merchant_id is null or merchant_id = ${merchantId}` },
  });
  await protectTenantTable(knex, 'items', { ...edited, merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'item_packagings', {
    merchant: { where: ofVisibleItem('item_packagings') },
  });
  await protectTenantTable(knex, 'item_barcodes', { merchant: { column: 'merchant_id' } });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view item_uoms;
    drop table reason_codes, carriers, carton_types, item_barcodes, item_packagings, items, locations, warehouses;
  `);
}
