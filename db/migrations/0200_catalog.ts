/**
 * Warehouses with their locations, items with their units and barcodes, carriers, reason codes: one catalog for both
 * the WMS and the OMS.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

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
      is_active boolean not null default true,
      ${times},
      constraint items_of_merchant unique (organization_id, merchant_id, id),
      -- In this column order it also finds an item by its SKU alone.
      constraint items_sku_once unique (organization_id, sku, merchant_id),
      constraint items_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index items_serial_tracked on items (organization_id, id) where serial_tracked;

    -- How many base units one unit of another measure contains; exact.
    create table item_uoms (
      organization_id uuid not null,
      item_id uuid not null,
      uom text not null,
      factor quantity not null check (factor > 0),
      primary key (organization_id, item_id, uom),
      constraint item_uoms_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );

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
  await protectTenantTable(knex, 'items', { ...edited, merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'item_uoms');
  await protectTenantTable(knex, 'item_barcodes', { merchant: { column: 'merchant_id' } });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table reason_codes, carriers, item_barcodes, item_uoms, items, locations, warehouses');
}
