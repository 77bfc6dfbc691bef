/**
 * What can be charged and at what price: billing items, rate sheets with their lines, and the rules that select items.
 * A merchant's token sees its own prices and rules and those for everyone, never another merchant's.
 */
import type { Knex } from 'knex';
import { checkedKey, merchantId, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

const nobody = "'00000000-0000-0000-0000-000000000000'::uuid";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Needed for exclusion constraints that combine uuids and texts with date ranges.
    create extension if not exists btree_gist;

    create table billing_items (
      ${tenantKey},
      code text not null,
      name text not null,
      category text not null check (category in ('storage', 'receiving', 'handling', 'order', 'pick', 'pack', 'label',
        'freight', 'drayage', 'return', 'vas', 'recurring', 'surcharge', 'minimum', 'adjustment')),
      uom text not null check (uom in ('unit', 'carton', 'pallet', 'location', 'cbm', 'cuft', 'kg', 'lb', 'cwt', 'order',
        'line', 'receipt', 'container', 'shipment', 'label', 'hour', 'day', 'month', 'percent', 'flat')),
      revenue_account_id uuid not null,
      cost_account_id uuid,
      taxable boolean not null default true,
      tax_code text,
      tax_rate numeric(9,6) not null default 0 check (tax_rate between 0 and 100),
      default_rate unit_price not null default 0 check (default_rate >= 0),
      description text not null default '',
      is_active boolean not null default true,
      ${times},
      constraint billing_items_code_once unique (organization_id, code),
      constraint billing_items_revenue_account_id_fk foreign key (organization_id, revenue_account_id)
        references accounts (organization_id, id),
      constraint billing_items_cost_account_id_fk foreign key (organization_id, cost_account_id)
        references accounts (organization_id, id)
    );

    create table rate_sheets (
      ${tenantKey},
      code text not null,
      name text not null,
      version integer not null default 1 check (version > 0),
      supersedes_id uuid,
      merchant_id uuid,
      warehouse_id uuid,
      currency char(3) not null constraint rate_sheets_currency_fk references currencies (code),
      status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
      effective_from date not null,
      effective_to date,
      billing_cycle text not null default 'monthly'
        check (billing_cycle in ('daily', 'weekly', 'biweekly', 'semi_monthly', 'monthly', 'quarterly')),
      cycle_anchor_day integer not null default 1 check (cycle_anchor_day between 1 and 31),
      payment_terms_days integer not null default 30 check (payment_terms_days between 0 and 365),
      minimum_invoice_amount money_amount check (minimum_invoice_amount >= 0),
      notes text not null default '',
      activated_at timestamptz,
      activated_by text,
      archived_at timestamptz,
      ${times},
      constraint rate_sheets_version_once unique (organization_id, code, version),
      constraint rate_sheets_supersedes_id_fk foreign key (organization_id, supersedes_id) references rate_sheets (organization_id, id),
      constraint rate_sheets_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint rate_sheets_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint rate_sheets_dates_in_order check (effective_to >= effective_from),
      -- One price at a time: no two active sheets for the same merchant and warehouse share a day.
      constraint active_rate_sheets_overlap exclude using gist (
        organization_id with =, coalesce(merchant_id, ${nobody}) with =, coalesce(warehouse_id, ${nobody}) with =,
        daterange(effective_from, effective_to, '[]') with &&) where (status = 'active')
    );

    create table rate_sheet_lines (
      ${checkedKey},
      rate_sheet_id uuid not null,
      line_no integer not null check (line_no > 0),
      billing_item_id uuid not null,
      description text not null default '',
      pricing_model text not null check (pricing_model in ('flat', 'per_unit', 'first_additional', 'graduated', 'volume',
        'package', 'percent', 'cost_plus')),
      rate unit_price check (rate >= 0),
      first_qty quantity check (first_qty > 0),
      additional_rate unit_price check (additional_rate >= 0),
      package_size quantity check (package_size > 0),
      percent numeric(12,6) check (percent >= 0),
      percent_basis text check (percent_basis in ('carrier_cost', 'order_value', 'charges_subtotal')),
      tiers jsonb,
      tier_window text check (tier_window in ('document', 'day', 'period')),
      included_qty quantity check (included_qty >= 0),
      min_charge money_amount check (min_charge >= 0),
      max_charge money_amount check (max_charge >= 0),
      min_scope text not null default 'charge' check (min_scope in ('charge', 'document', 'day', 'period')),
      surcharge_percent numeric(12,6) check (surcharge_percent > 0),
      surcharge_item_id uuid,
      storage_method text check (storage_method in ('daily', 'calendar_month', 'split_month', 'anniversary', 'average',
        'peak', 'period_end')),
      storage_basis text check (storage_basis in ('pallet', 'location', 'unit', 'carton', 'cbm', 'cuft', 'kg')),
      split_day integer not null default 15 check (split_day between 1 and 31),
      second_half_percent numeric(9,6) not null default 50 check (second_half_percent between 0 and 100),
      grace_days integer not null default 0 check (grace_days between 0 and 3650),
      aging jsonb not null default '[]',
      match_warehouse_id uuid,
      match_storage_class text,
      match_item_class text,
      match_carrier_code text,
      effective_from date not null,
      effective_to date,
      constraint rate_sheet_lines_line_no_once unique (organization_id, rate_sheet_id, line_no) deferrable,
      constraint rate_sheet_lines_rate_sheet_id_fk foreign key (organization_id, rate_sheet_id)
        references rate_sheets (organization_id, id) on delete cascade,
      constraint rate_sheet_lines_billing_item_id_fk foreign key (organization_id, billing_item_id)
        references billing_items (organization_id, id),
      constraint rate_sheet_lines_surcharge_item_id_fk foreign key (organization_id, surcharge_item_id)
        references billing_items (organization_id, id),
      constraint rate_sheet_lines_match_warehouse_id_fk foreign key (organization_id, match_warehouse_id)
        references warehouses (organization_id, id),
      constraint rate_sheet_lines_dates_in_order check (effective_to >= effective_from),
      constraint rate_sheet_lines_min_below_max check (min_charge <= max_charge),
      constraint rate_sheet_lines_storage_whole check ((storage_method is null) = (storage_basis is null)),
      constraint rate_sheet_lines_surcharge_whole check ((surcharge_percent is null) = (surcharge_item_id is null)),
      -- coalesce, because a check that evaluates to null would pass.
      constraint rate_sheet_lines_model_whole check (coalesce(case pricing_model
        when 'flat' then rate is not null
        when 'per_unit' then rate is not null
        when 'first_additional' then rate is not null and first_qty is not null and additional_rate is not null
        when 'graduated' then jsonb_array_length(tiers) between 1 and 20 and tier_window is not null
        when 'volume' then jsonb_array_length(tiers) between 1 and 20 and tier_window is not null
        when 'package' then rate is not null and package_size is not null
        when 'percent' then percent is not null and percent_basis is not null
        when 'cost_plus' then percent is not null
      end, false)),
      constraint rate_sheet_lines_overlap exclude using gist (
        organization_id with =, rate_sheet_id with =, billing_item_id with =,
        coalesce(match_warehouse_id, ${nobody}) with =, coalesce(match_storage_class, '') with =,
        coalesce(match_item_class, '') with =, coalesce(match_carrier_code, '') with =,
        daterange(effective_from, effective_to, '[]') with &&)
    );

    -- A price that was ever in force must stay readable: lines change only while their sheet is a draft.
    create function keep_rate_lines() returns trigger language plpgsql as $$
    declare
      sheet_status text;
    begin
      select s.status into sheet_status from rate_sheets s
       where s.organization_id = coalesce(new.organization_id, old.organization_id)
         and s.id = coalesce(new.rate_sheet_id, old.rate_sheet_id);
      if sheet_status in ('active', 'archived') then
        raise exception 'lines of an % rate sheet are read only', sheet_status using errcode = 'WP001';
      end if;
      return coalesce(new, old);
    end $$;
    create trigger keep_rate_lines before insert or update or delete on rate_sheet_lines
      for each row execute function keep_rate_lines();

    create table billing_rules (
      ${tenantKey},
      code text not null,
      name text not null,
      event text not null,
      effect text not null default 'charge' check (effect in ('charge', 'no_charge')),
      billing_item_id uuid,
      quantity_basis text not null,
      conditions jsonb not null default '{"all": []}',
      merchant_id uuid,
      warehouse_id uuid,
      priority integer not null default 100 check (priority between 0 and 100000),
      exclusive_group text,
      is_active boolean not null default true,
      effective_from date,
      effective_to date,
      ${times},
      constraint billing_rules_code_once unique (organization_id, code),
      constraint billing_rules_billing_item_id_fk foreign key (organization_id, billing_item_id)
        references billing_items (organization_id, id),
      constraint billing_rules_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint billing_rules_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint billing_rules_item_when_charging check ((effect = 'charge') = (billing_item_id is not null)),
      constraint billing_rules_dates_in_order check (effective_to >= effective_from)
    );
    create index billing_rules_of_event on billing_rules (organization_id, event, priority) where is_active;

    -- The first and last day of the billing cycle that contains a day. Weeks and fortnights are counted from a Monday.
    create function billing_window_start(cycle text, anchor integer, day date) returns date language sql immutable parallel safe as $$
      select case cycle
        when 'daily' then day
        when 'weekly' then day - ((day - date '1970-01-05' - (anchor - 1) % 7) % 7 + 7) % 7
        when 'biweekly' then day - ((day - date '1970-01-05' - (anchor - 1) % 14) % 14 + 14) % 14
        when 'semi_monthly' then date_trunc('month', day)::date + case when extract(day from day) > 15 then 15 else 0 end
        when 'quarterly' then date_trunc('quarter', day)::date
        else case
          when extract(day from day) >= least(anchor, extract(day from date_trunc('month', day) + interval '1 month - 1 day'))
          then date_trunc('month', day)::date
               + least(anchor, extract(day from date_trunc('month', day) + interval '1 month - 1 day')::integer) - 1
          else (date_trunc('month', day) - interval '1 month')::date
               + least(anchor, extract(day from date_trunc('month', day) - interval '1 day')::integer) - 1
        end
      end
    $$;
    create function billing_window_end(cycle text, anchor integer, day date) returns date language sql immutable parallel safe as $$
      select case cycle
        when 'daily' then day
        when 'weekly' then billing_window_start(cycle, anchor, day) + 6
        when 'biweekly' then billing_window_start(cycle, anchor, day) + 13
        when 'semi_monthly' then case when extract(day from day) > 15
          then (date_trunc('month', day) + interval '1 month - 1 day')::date else date_trunc('month', day)::date + 14 end
        when 'quarterly' then (date_trunc('quarter', day) + interval '3 months - 1 day')::date
        else billing_window_start(cycle, anchor, (date_trunc('month', billing_window_start(cycle, anchor, day)) + interval '2 months - 1 day')::date) - 1
      end
    $$;
  `);
  const ownOrEveryones = { where: `merchant_id is null or merchant_id = ${merchantId}` };
  await protectTenantTable(knex, 'billing_items', { operatorWrites: true });
  await protectTenantTable(knex, 'rate_sheets', { merchant: ownOrEveryones, operatorWrites: true });
  await protectTenantTable(knex, 'rate_sheet_lines', {
    operatorWrites: true,
    merchant: {
      where: `exists (select 1 from rate_sheets s
        where s.organization_id = rate_sheet_lines.organization_id and s.id = rate_sheet_lines.rate_sheet_id)`,
    },
  });
  await protectTenantTable(knex, 'billing_rules', { merchant: ownOrEveryones, operatorWrites: true });
}

/** The extension stays: it may have existed before, created by a role whose privilege is needed to drop it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function billing_window_end, billing_window_start;
    drop table billing_rules, rate_sheet_lines, rate_sheets, billing_items;
    drop function keep_rate_lines;
  `);
}
