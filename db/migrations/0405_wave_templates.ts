/** Wave templates: which shipments are waved together, how large their waves get, how they are picked and when released. */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wave_templates (
      ${checkedKey},
      warehouse_id uuid not null,
      name text not null,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      priority integer not null default 100,
      -- {merchant_ids?, carrier_codes?, zones?, min_lines?, max_lines?}
      conditions jsonb not null default '{}',
      -- A wave ends before it would hold more; null for no limit.
      max_orders integer check (max_orders > 0),
      max_lines integer check (max_lines > 0),
      max_cbm numeric(18,6) check (max_cbm > 0),
      max_kg numeric(18,6) check (max_kg > 0),
      method text not null default 'cluster' check (method in ('single', 'batch', 'cluster', 'zone')),
      positions integer not null default 12 check (positions between 1 and 99),
      -- By the warehouse's clock; shipments committed after it go to the next day's waves.
      cutoff text,
      release text not null default 'manual' check (release in ('manual', 'at', 'when_full')),
      release_times jsonb not null default '[]',
      -- The latest of its times that its waves were released for.
      released_for timestamptz,
      is_active boolean not null default true,
      ${times},
      constraint wave_templates_name_once unique (organization_id, warehouse_id, name),
      constraint wave_templates_in_warehouse unique (organization_id, warehouse_id, id),
      constraint wave_templates_released_at check ((release = 'at') = (release_times <> '[]'::jsonb)),
      constraint wave_templates_gets_full check (release <> 'when_full'
        or num_nonnulls(max_orders, max_lines, max_cbm, max_kg) > 0),
      constraint wave_templates_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );
  `);
  await protectTenantTable(knex, 'wave_templates', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
    systemRights: ['select'],
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table wave_templates');
}
