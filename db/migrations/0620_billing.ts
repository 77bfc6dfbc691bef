/**
 * Stock at the end of each day in the warehouse's time zone, which storage is billed by; billing runs with their steps
 * and exceptions, and the charges they create, append-only and never twice.
 *
 * - charges.source_hash: a fingerprint of the source's fields that rules or rate lines looked at besides its quantity,
 *   so that a carrier corrected after charging is priced again. Null when no such field was looked at, as for most
 *   charges.
 */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, merchantId, protectTenantTable, tenantKey } from '../tenant-table.ts';

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
      -- The day this stock first came into the warehouse: grace days, aging and split months count from it.
      first_received_on date not null,
      storage_class text not null,
      constraint inventory_snapshots_key unique nulls not distinct
        (organization_id, merchant_id, warehouse_id, snapshot_day, item_id, location_id, status, lot_no, lpn_id)
    ) partition by range (snapshot_day);
    -- Takes the days of months without a partition of their own.
    create table inventory_snapshots_rest partition of inventory_snapshots default;
    alter table inventory_snapshots_rest enable row level security, force row level security;
    select make_month('inventory_snapshots', (date_trunc('month', now()) + make_interval(months => ahead))::date)
      from generate_series(-1, 3) ahead;

    -- Which days were taken, including days without stock: an empty warehouse is a fact, a missing night is not.
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

    create table billing_runs (
      ${tenantKey},
      run_no text not null,
      mode text not null check (mode in ('preview', 'draft')),
      -- What the run covers, as one text: 'all' or the sorted merchants, with the sheet a preview tries out.
      scope_key text not null,
      merchant_ids uuid[],
      rate_sheet_id uuid,
      period_start date not null,
      period_end date not null,
      invoice_date date not null,
      auto_issue boolean not null default false,
      late_charge_policy text not null default 'next_invoice' check (late_charge_policy in ('next_invoice', 'supplement')),
      -- [{currency, rate}]: what its invoices in other currencies than the books' are entered at.
      rates jsonb not null default '[]',
      status text not null default 'queued'
        check (status in ('queued', 'running', 'completed', 'completed_with_exceptions', 'failed', 'cancelled')),
      step text,
      activity_total bigint not null default 0,
      activity_done bigint not null default 0,
      activity_charged bigint not null default 0,
      activity_free bigint not null default 0,
      exceptions_count bigint not null default 0,
      charges_created bigint not null default 0,
      charges_adjusted bigint not null default 0,
      invoices_count integer not null default 0,
      totals jsonb not null default '{}',
      error text,
      requested_by text not null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      heartbeat_at timestamptz not null default now(),
      finished_at timestamptz,
      constraint billing_runs_run_no_once unique (organization_id, run_no),
      constraint billing_runs_rate_sheet_id_fk foreign key (organization_id, rate_sheet_id) references rate_sheets (organization_id, id),
      constraint billing_runs_dates_in_order check (period_end >= period_start)
    );
    create unique index billing_runs_one_open on billing_runs (organization_id, scope_key, period_start, period_end, mode)
      where status in ('queued', 'running');
    create index billing_runs_newest on billing_runs (organization_id, created_at desc);

    -- The resume log: every step is one transaction that also writes its row here.
    create table billing_run_steps (
      organization_id uuid not null,
      run_id uuid not null,
      merchant_id uuid not null,
      position integer not null,
      step text not null,
      chunk_key text not null default '',
      status text not null default 'pending' check (status in ('pending', 'done')),
      rows_in bigint not null default 0,
      rows_out bigint not null default 0,
      ms integer not null default 0,
      result jsonb not null default '{}',
      error text,
      finished_at timestamptz,
      primary key (organization_id, run_id, merchant_id, step, chunk_key),
      constraint billing_run_steps_run_id_fk foreign key (organization_id, run_id) references billing_runs (organization_id, id)
    );
    create index billing_run_steps_next on billing_run_steps (organization_id, run_id, merchant_id, position) where status = 'pending';

    create table billing_exceptions (
      ${checkedKey},
      run_id uuid not null,
      merchant_id uuid not null,
      event text not null,
      source_type text not null,
      source_id uuid not null,
      source_ref text,
      rule_id uuid not null,
      service_date date not null,
      reason text not null check (reason in ('NO_RULE', 'NO_RATE', 'NO_RATE_SHEET', 'MISSING_DIMENSION', 'UNIT_CONVERSION',
        'STORAGE_MISMATCH', 'CURRENCY_MISMATCH')),
      details jsonb not null default '{}',
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      constraint billing_exceptions_once unique (organization_id, source_id, rule_id, service_date, reason),
      constraint billing_exceptions_run_id_fk foreign key (organization_id, run_id) references billing_runs (organization_id, id)
    );
    create index billing_exceptions_open on billing_exceptions (organization_id, merchant_id, service_date) where resolved_at is null;

    create table charges (
      ${checkedKey},
      merchant_id uuid not null,
      billing_item_id uuid not null,
      -- The zero uuid for charges made by no rule (manual, minimum, surcharge on a manual one).
      rule_id uuid not null,
      source_id uuid not null,
      -- The document the source belongs to: tiers and minimums may count per document.
      document_id uuid,
      warehouse_id uuid,
      rate_sheet_id uuid,
      rate_line_id uuid,
      run_id uuid,
      parent_charge_id uuid,
      service_date date not null,
      revision integer not null default 0 check (revision >= 0),
      currency char(3) not null,
      quantity quantity not null,
      -- Null when the price depends on how much came before (tiers); amount and pricing have the details.
      unit_price unit_price,
      amount_precise numeric(28,10) not null,
      kind text not null check (kind in ('event', 'storage', 'recurring', 'minimum', 'surcharge', 'manual', 'adjustment')),
      source_type text not null check (source_type in ('receipt', 'receipt_line', 'inventory_snapshot', 'inventory_ledger',
        'order', 'shipment', 'shipment_line', 'print_job', 'return', 'inspection', 'disposition', 'planned_move', 'pick_job', 'count_task', 'freight_split', 'drayage_order', 'yard_visit',
        'period', 'charge', 'manual')),
      uom text not null,
      source_ref text,
      source_hash uuid,
      description text,
      pricing jsonb not null,
      created_at timestamptz not null default now(),
      -- The wall against double billing: one source, one rule, one day, one revision.
      constraint charge_once unique (organization_id, source_id, rule_id, service_date, revision, source_type)
    );
    create index charges_by_date on charges (organization_id, merchant_id, service_date);
    create index charges_in_order on charges (organization_id, service_date, id);
    -- Rows of a run are stored together and run ids grow with time, so a block range index costs next to nothing.
    create index charges_of_run on charges using brin (run_id) with (pages_per_range = 32);

    -- Checks foreign keys once per statement: checking per row and key would cost more than rating the row.
    create function check_charge_references() returns trigger language plpgsql as $$
    declare
      bad record;
    begin
      select n.* into bad from (
        select distinct organization_id, merchant_id, warehouse_id, billing_item_id, rate_sheet_id, rate_line_id, run_id from added) n
       where not exists (select 1 from merchants m where m.organization_id = n.organization_id and m.id = n.merchant_id)
          or not exists (select 1 from billing_items i where i.organization_id = n.organization_id and i.id = n.billing_item_id)
          or (n.warehouse_id is not null and not exists (select 1 from warehouses w
                where w.organization_id = n.organization_id and w.id = n.warehouse_id))
          or (n.rate_line_id is not null and not exists (select 1 from rate_sheet_lines l
                where l.organization_id = n.organization_id and l.id = n.rate_line_id and l.rate_sheet_id = n.rate_sheet_id))
          or (n.run_id is not null and not exists (select 1 from billing_runs r
                where r.organization_id = n.organization_id and r.id = n.run_id))
       limit 1;
      if found then
        raise exception 'a charge names a record that is not of its organization'
          using errcode = '23503', constraint = 'charges_references_fk';
      end if;
      return null;
    end $$;
    create trigger check_charge_references after insert on charges
      referencing new table as added for each statement execute function check_charge_references();

    -- Charges never change: that one is not to be billed is recorded separately.
    create table charge_waivers (
      organization_id uuid not null,
      charge_id uuid not null,
      reason text not null,
      waived_by text not null,
      waived_at timestamptz not null default now(),
      primary key (organization_id, charge_id),
      constraint charge_waivers_charge_id_fk foreign key (organization_id, charge_id) references charges (organization_id, id)
    );
  `);
  const ofMerchant = { merchant: { column: 'merchant_id' }, operatorWrites: true };
  const edited = { rights: ['select', 'insert', 'update'] as const };
  const appended = { rights: ['select', 'insert'] as const };
  await protectTenantTable(knex, 'inventory_snapshots', {
    rights: ['select', 'insert', 'delete'],
    ...ofMerchant,
  });
  await protectTenantTable(knex, 'inventory_snapshot_days');
  await protectTenantTable(knex, 'billing_runs', {
    ...edited,
    operatorWrites: true,
    // The totals of a run over several merchants are visible to none of them.
    merchant: { where: `merchant_ids = array[${merchantId}]` },
  });
  await protectTenantTable(knex, 'billing_run_steps', { ...edited, ...ofMerchant });
  await protectTenantTable(knex, 'billing_exceptions', { ...edited, ...ofMerchant });
  await protectTenantTable(knex, 'charges', { ...appended, ...ofMerchant });
  await makeAppendOnly(knex, 'charges');
  await protectTenantTable(knex, 'charge_waivers', {
    ...appended,
    operatorWrites: true,
    merchant: {
      where: `exists (select 1 from charges c
        where c.organization_id = charge_waivers.organization_id and c.id = charge_waivers.charge_id)`,
    },
  });
  await makeAppendOnly(knex, 'charge_waivers');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table charge_waivers, charges, billing_exceptions, billing_run_steps, billing_runs, inventory_snapshot_days,
      inventory_snapshots;
    drop function check_charge_references;
  `);
}
