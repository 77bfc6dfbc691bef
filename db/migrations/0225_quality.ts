/**
 * Inspection plans, and the inspections they ask for: units of a receipt line that wait on hold, what was found of them,
 * and what was decided. The terms are the plan's as they were when the units came.
 */
import type { Knex } from 'knex';
import { checkedKey, merchantId, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table inspection_plans (
      ${tenantKey},
      name text not null,
      priority integer not null check (priority >= 0),
      -- What it asks for; null asks for nothing.
      merchant_id uuid,
      item_class text,
      vendor_id uuid,
      -- How many are looked at: so many percent, or the first sample_qty of each sample_of.
      sample_percent numeric(5,2) check (sample_percent > 0 and sample_percent <= 100),
      sample_qty quantity check (sample_qty > 0),
      sample_of quantity,
      rest text not null default 'passes' check (rest in ('passes', 'waits')),
      checks jsonb not null default '[]',
      on_fail text not null default 'ask' check (on_fail in ('hold', 'reject', 'ask')),
      is_active boolean not null default true,
      ${times},
      constraint inspection_plans_name_once unique (organization_id, name),
      constraint inspection_plans_say_how_many check (num_nonnulls(sample_percent, sample_qty) = 1),
      constraint inspection_plans_sample_of_units check (num_nulls(sample_qty, sample_of) <> 1 and sample_qty <= sample_of),
      constraint inspection_plans_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint inspection_plans_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id)
    );
    create index inspection_plans_in_order on inspection_plans (organization_id, priority, created_at, id) where is_active;

    create table goods_inspections (
      ${checkedKey},
      status text not null default 'open' check (status in ('open', 'inspected', 'decided', 'cancelled')),
      plan_id uuid not null,
      warehouse_id uuid not null,
      merchant_id uuid not null,
      receipt_id uuid not null,
      receipt_line_id uuid not null,
      item_id uuid not null,
      lot_no text not null,
      location_id uuid not null,
      -- What came with it, and what of it waits on hold, in base units.
      qty quantity not null check (qty > 0),
      held_qty quantity not null check (held_qty >= 0 and held_qty <= qty),
      terms jsonb not null,
      results jsonb not null default '[]',
      outcome text check (outcome in ('passed', 'failed')),
      decision text check (decision in ('accept', 'hold', 'reject')),
      note text not null default '',
      inspected_by text,
      decided_by text,
      ${times},
      inspected_at timestamptz,
      decided_at timestamptz,
      cancelled_at timestamptz,
      constraint goods_inspections_plan_id_fk foreign key (organization_id, plan_id) references inspection_plans (organization_id, id),
      constraint goods_inspections_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint goods_inspections_receipt_id_fk foreign key (organization_id, receipt_id)
        references inbound_receipts (organization_id, id),
      constraint goods_inspections_receipt_line_id_fk foreign key (organization_id, receipt_line_id)
        references inbound_receipt_lines (organization_id, id),
      constraint goods_inspections_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint goods_inspections_location_id_fk foreign key (organization_id, location_id)
        references locations (organization_id, id)
    );
    -- What comes before somebody has looked joins what is there.
    create unique index goods_inspections_open_once on goods_inspections
      (organization_id, receipt_line_id, lot_no, location_id) where status = 'open';
    create index goods_inspections_newest on goods_inspections (organization_id, created_at desc, id desc);
    create index goods_inspections_by_status on goods_inspections (organization_id, status, created_at desc);
    create index goods_inspections_of_receipt on goods_inspections (organization_id, receipt_id);
    create index goods_inspections_of_item on goods_inspections (organization_id, item_id, created_at desc, id desc);
    create index goods_inspections_of_warehouse on goods_inspections (organization_id, warehouse_id, created_at desc, id desc);
    create index goods_inspections_of_merchant on goods_inspections (organization_id, merchant_id, created_at desc, id desc);
  `);
  const rights = ['select', 'insert', 'update'] as const;
  // A merchant's own goods follow the operator's plans.
  await protectTenantTable(knex, 'inspection_plans', {
    rights,
    merchant: { where: `(merchant_id is null or merchant_id = ${merchantId})` },
    operatorWrites: true,
  });
  await protectTenantTable(knex, 'goods_inspections', { rights, merchant: { column: 'merchant_id' } });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table goods_inspections, inspection_plans');
}
