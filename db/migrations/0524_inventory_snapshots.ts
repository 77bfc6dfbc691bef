/** Stock at the end of each warehouse-local day, derived from the ledger: what storage is billed by. */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table inventory_snapshots (
      organization_id uuid not null,
      warehouse_id uuid not null,
      snapshot_day date not null,
      merchant_id uuid not null,
      item_id uuid not null,
      location_id uuid not null,
      status text not null,
      lot_no text not null,
      lpn_id uuid,
      qty quantity not null check (qty <> 0),
      -- The day this stock first came into the warehouse: grace, aging and split months count from it.
      first_received_on date not null,
      storage_class text not null,
      constraint inventory_snapshots_key unique nulls not distinct
        (organization_id, merchant_id, warehouse_id, snapshot_day, item_id, location_id, status, lot_no, lpn_id)
    );

    -- Which days are taken, for days without stock too: an empty warehouse is a fact, a missing night is not.
    create table inventory_snapshot_days (
      organization_id uuid not null,
      warehouse_id uuid not null,
      snapshot_day date not null,
      rows_count bigint not null,
      qty_total numeric(24,6) not null,
      taken_at timestamptz not null default now(),
      primary key (organization_id, warehouse_id, snapshot_day),
      constraint inventory_snapshot_days_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );
  `);
  await protectTenantTable(knex, 'inventory_snapshots', {
    rights: ['select', 'insert', 'delete'],
    merchantColumn: 'merchant_id',
  });
  await protectTenantTable(knex, 'inventory_snapshot_days');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table inventory_snapshot_days, inventory_snapshots');
}
