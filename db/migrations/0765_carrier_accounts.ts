/**
 * With whom labels are bought, how one is chosen, and what each would take.
 *
 * - carrier_accounts: the operator's, or one merchant's. Its credentials are sealed as those of a connection are.
 * - carrier_rules: how the carrier of a parcel is chosen; the first that matches.
 * - rate_quotes: what carriers would take for a parcel, as they said it; each can be bought by once, and goes once it is
 *   over and was not.
 */
import type { Knex } from 'knex';
import { checkedKey, merchantId, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table carrier_accounts (
      ${tenantKey},
      -- Null: the operator's own.
      merchant_id uuid,
      adapter text not null check (adapter in ('generic', 'easypost', 'karrio', 'shipengine')),
      name text not null,
      -- What our shipments call the carrier, where the carrier itself does not say.
      carrier_code text,
      far_side text not null check (far_side in ('answers', 'deduplicates', 'neither')),
      api_url text not null,
      credentials_sealed text,
      credential_names text[] not null default '{}',
      label_format text not null default 'zpl' check (label_format in ('zpl', 'png', 'pdf')),
      -- Empty: all of them.
      services text[] not null default '{}',
      warehouse_ids uuid[] not null default '{}',
      -- For how long what was lost may still come to be bought there.
      settle_after_seconds integer not null default 60 check (settle_after_seconds between 1 and 86400),
      -- By how much a line of its invoices may differ from the price of its label.
      invoice_tolerance money_amount not null default 0 check (invoice_tolerance >= 0),
      is_active boolean not null default true,
      -- The public keys its far side signs webhooks with, where it publishes them, and when they were read.
      signing_keys jsonb not null default '[]',
      signing_keys_at timestamptz,
      last_error text,
      last_tested_at timestamptz,
      ${times},
      constraint carrier_accounts_name_once unique nulls not distinct (organization_id, merchant_id, name),
      constraint carrier_accounts_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id)
    );
    -- A carrier's webhook names its account alone.
    create index carrier_accounts_by_id on carrier_accounts (id);
    create index carrier_accounts_newest on carrier_accounts (organization_id, created_at desc, id desc);

    create table carrier_rules (
      ${tenantKey},
      name text not null,
      priority integer not null check (priority >= 0),
      -- What it asks for; null, or an empty list, asks for nothing.
      merchant_id uuid,
      warehouse_id uuid,
      ship_mode text check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      countries text[] not null default '{}',
      postal_from text,
      postal_to text,
      weight_over quantity check (weight_over >= 0),
      weight_upto quantity check (weight_upto >= 0),
      value_over money_amount check (value_over >= 0),
      value_upto money_amount check (value_upto >= 0),
      is_po_box boolean,
      choose text not null default 'cheapest' check (choose in ('cheapest', 'fastest', 'cheapest_by', 'fixed')),
      account_ids uuid[] not null default '{}',
      services text[] not null default '{}',
      within_days integer check (within_days between 0 and 365),
      tolerance_percent numeric(6,2) not null default 0 check (tolerance_percent between 0 and 1000),
      buy_at text not null default 'ask' check (buy_at in ('ask', 'pack', 'ship')),
      is_active boolean not null default true,
      ${times},
      constraint carrier_rules_name_once unique (organization_id, name),
      constraint carrier_rules_fixed_names_one
        check (choose <> 'fixed' or (cardinality(account_ids) = 1 and cardinality(services) = 1)),
      constraint carrier_rules_days_with_cheapest_by check ((choose = 'cheapest_by') = (within_days is not null)),
      constraint carrier_rules_weights_in_order check (weight_upto > weight_over),
      constraint carrier_rules_values_in_order check (value_upto > value_over),
      constraint carrier_rules_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint carrier_rules_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );

    create table rate_quotes (
      ${checkedKey},
      shipment_id uuid not null,
      carton_id uuid,
      merchant_id uuid not null,
      account_id uuid not null,
      carrier_code text,
      service_code text not null,
      amount money_amount not null check (amount >= 0),
      currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
      days integer check (days >= 0),
      delivers_on date,
      is_chosen boolean not null,
      why text not null,
      rule_id uuid,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      constraint rate_quotes_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint rate_quotes_carton_id_fk foreign key (organization_id, carton_id) references cartons (organization_id, id),
      constraint rate_quotes_rule_id_fk foreign key (organization_id, rule_id)
        references carrier_rules (organization_id, id),
      constraint rate_quotes_account_id_fk foreign key (organization_id, account_id)
        references carrier_accounts (organization_id, id)
    );
    create index rate_quotes_by_end on rate_quotes (expires_at);
  `);
  await protectTenantTable(knex, 'carrier_accounts', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    systemRights: ['select'],
  });
  // A merchant's own parcels follow the operator's rules.
  await protectTenantTable(knex, 'carrier_rules', {
    rights: ['select', 'insert', 'update'],
    merchant: { where: `(merchant_id is null or merchant_id = ${merchantId})` },
    operatorWrites: true,
  });
  await protectTenantTable(knex, 'rate_quotes', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
    systemRights: ['select', 'delete'],
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_quotes, carrier_rules, carrier_accounts');
}
