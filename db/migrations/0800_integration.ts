/**
 * Connections to storefronts, the webhooks they send, and the flows that process them.
 *
 * - channel_connections: one store of one merchant. Its credentials and its webhooks' secret are sealed with a key derived
 *   from the platform's secret, bound to the row. `store_domain` is stored normalized, because webhooks are routed by it.
 * - product_mappings: which of the merchant's items a store's SKU means; one per connection and channel SKU.
 * - flows: `definition` is the draft being edited; what runs is an immutable row of flow_versions. A partial unique
 *   index allows one published flow per connector.
 * - inbound_events: the inbox. A row is committed before its sender is answered, with the raw bytes. The partial unique
 *   index identifies an order's first delivery, so of fifty at once one is the first and forty-nine are duplicates.
 *   Once retention has moved it to a file, an order's first delivery stays as a row without its body, so that a repeat of
 *   it is one however late it comes.
 * - flow_runs, flow_run_steps: what a flow did with an event, each step with its input, output and error.
 */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table channel_connections (
      ${tenantKey},
      merchant_id uuid not null,
      channel_id uuid not null,
      connector text not null check (connector in ('storefront')),
      name text not null,
      status text not null default 'pending' check (status in ('pending', 'active', 'error', 'disabled')),
      store_domain text,
      -- Since when it accepts webhooks for its store_domain: of several tenants naming a store, the first has it.
      store_claimed_at timestamptz not null default now(),
      -- When the store at its store_domain itself last accepted its credentials: it has its unsigned webhooks before any
      -- that only names the store.
      store_proven_at timestamptz,
      -- Whose names the headers of its requests have, beside ours.
      header_names text not null default 'storefront' check (header_names in ('storefront', 'shopify')),
      api_url text,
      credentials_sealed text,
      credential_names text[] not null default '{}',
      -- The secret of this store alone; without one, its webhooks are signed with the flow's.
      webhook_secret_sealed text,
      sync_scopes text[] not null default '{}',
      match_by_sku boolean not null default true,
      inventory_buffer quantity not null default 0 check (inventory_buffer >= 0),
      -- Told by itself: of stock where its scopes have inventory, of what left where it sends orders.
      auto_sync boolean not null default true,
      -- When all it is to know was last compared with what it was told; null: as soon as possible.
      compared_at timestamptz,
      -- The store rate-limited us.
      paused_until timestamptz,
      last_error text,
      last_tested_at timestamptz,
      ${times},
      constraint channel_connections_of_merchant unique (organization_id, merchant_id, id),
      constraint channel_connections_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint channel_connections_channel_id_fk foreign key (organization_id, channel_id)
        references channels (organization_id, id)
    );
    create unique index channel_connections_store_once on channel_connections (organization_id, connector, store_domain)
      where store_domain is not null and status <> 'disabled';
    create index channel_connections_by_store on channel_connections (connector, store_domain);

    create table product_mappings (
      ${checkedKey},
      connection_id uuid not null,
      merchant_id uuid not null,
      channel_sku text not null,
      item_id uuid not null,
      created_at timestamptz not null default now(),
      constraint product_mappings_channel_sku_once unique (organization_id, connection_id, channel_sku),
      constraint product_mappings_connection_id_fk foreign key (organization_id, merchant_id, connection_id)
        references channel_connections (organization_id, merchant_id, id),
      constraint product_mappings_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index product_mappings_of_item on product_mappings (organization_id, item_id);

    create table flows (
      ${tenantKey},
      name text not null,
      status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
      connector text not null check (connector in ('storefront')),
      definition jsonb not null,
      webhook_secret_sealed text,
      version integer not null default 0 check (version >= 0),
      ${times}
    );
    create unique index flows_published_once on flows (organization_id, connector) where status = 'published';

    create table flow_versions (
      organization_id uuid not null,
      flow_id uuid not null,
      version integer not null check (version > 0),
      definition jsonb not null,
      webhook_secret_sealed text,
      published_by text not null,
      published_at timestamptz not null default now(),
      primary key (organization_id, flow_id, version),
      constraint flow_versions_flow_id_fk foreign key (organization_id, flow_id) references flows (organization_id, id)
    );

    create table inbound_events (
      ${checkedKey},
      connection_id uuid not null,
      merchant_id uuid not null,
      connector text not null,
      topic text not null,
      external_id text,
      status text not null check (status in ('received', 'ignored', 'duplicate', 'unprocessed', 'processed', 'failed')),
      reason text,
      routed_by text not null check (routed_by in ('store_domain', 'single_candidate', 'gap_search')),
      -- The sender's own id of this delivery.
      delivery_id text,
      shop_domain text not null,
      is_signed boolean not null,
      -- Null once it is in a file of retention.
      raw_body bytea,
      duplicate_of uuid,
      order_id uuid,
      received_at timestamptz not null default now(),
      processed_at timestamptz,
      archived_at timestamptz,
      constraint inbound_events_archived check ((raw_body is null) = (archived_at is not null)),
      constraint inbound_events_connection_id_fk foreign key (organization_id, merchant_id, connection_id)
        references channel_connections (organization_id, merchant_id, id),
      constraint inbound_events_duplicate_of_fk foreign key (organization_id, duplicate_of)
        references inbound_events (organization_id, id),
      constraint inbound_events_order_id_fk foreign key (organization_id, order_id)
        references sales_orders (organization_id, id)
    );
    create unique index inbound_events_once on inbound_events (organization_id, connection_id, topic, external_id)
      where status <> 'duplicate' and external_id is not null;
    create index inbound_events_of_order on inbound_events (organization_id, order_id) where order_id is not null;
    create index inbound_events_failed on inbound_events (received_at) where status = 'failed';
    create index inbound_events_newest on inbound_events (organization_id, received_at desc, id desc);
    create index inbound_events_in_full on inbound_events (organization_id, received_at, id) where archived_at is null;
    -- Retention asks for the repeats of what it removes.
    create index inbound_events_repeats on inbound_events (organization_id, duplicate_of) where duplicate_of is not null;

    create table flow_runs (
      ${checkedKey},
      event_id uuid not null,
      flow_id uuid not null,
      version integer not null,
      merchant_id uuid not null,
      status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'dead')),
      next_step integer not null default 0 check (next_step >= 0),
      waits_for text,
      order_id uuid,
      error jsonb,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      constraint flow_runs_event_id_fk foreign key (organization_id, event_id) references inbound_events (organization_id, id),
      constraint flow_runs_version_fk foreign key (organization_id, flow_id, version)
        references flow_versions (organization_id, flow_id, version),
      constraint flow_runs_order_id_fk foreign key (organization_id, order_id) references sales_orders (organization_id, id)
    );
    create index flow_runs_of_event on flow_runs (organization_id, event_id, created_at);
    create index flow_runs_newest on flow_runs (organization_id, created_at desc, id desc);
    create index flow_runs_that_wait on flow_runs (organization_id, order_id) where status = 'queued' and waits_for is not null;

    create table flow_run_steps (
      organization_id uuid not null,
      run_id uuid not null,
      step_no integer not null check (step_no >= 0),
      action text not null,
      outcome text not null check (outcome in ('done', 'skipped', 'waiting', 'failed')),
      input jsonb not null,
      output jsonb,
      error jsonb,
      ended_at timestamptz not null default now(),
      primary key (organization_id, run_id, step_no),
      constraint flow_run_steps_run_id_fk foreign key (organization_id, run_id) references flow_runs (organization_id, id)
    );
  `);
  await makeAppendOnly(knex, 'flow_versions');
  const kept = { rights: ['select', 'insert', 'update'] as const };
  const ofMerchant = { ...kept, merchant: { column: 'merchant_id' } };
  // A webhook names no organization: it is routed by its store's domain.
  await protectTenantTable(knex, 'channel_connections', {
    ...ofMerchant,
    systemRights: ['select', 'update'],
  });
  await protectTenantTable(knex, 'product_mappings', ofMerchant);
  await protectTenantTable(knex, 'flows', { ...kept, merchant: 'none', systemRights: ['select'] });
  await protectTenantTable(knex, 'flow_versions', {
    rights: ['select', 'insert'],
    merchant: 'none',
    systemRights: ['select'],
  });
  // Webhooks of all organizations that arrive together are stored in one statement.
  await protectTenantTable(knex, 'inbound_events', { ...ofMerchant, systemRights: ['select', 'insert'] });
  await protectTenantTable(knex, 'flow_runs', ofMerchant);
  await protectTenantTable(knex, 'flow_run_steps', {
    ...kept,
    merchant: {
      where: `exists (select 1 from flow_runs r
        where r.organization_id = flow_run_steps.organization_id and r.id = flow_run_steps.run_id)`,
    },
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table flow_run_steps, flow_runs, inbound_events, flow_versions, flows, product_mappings, channel_connections',
  );
}
