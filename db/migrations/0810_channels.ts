/**
 * What stores are told. channel_pushes is its ledger, with a row for each subject of a connection: a SKU (at each of the
 * store's places, where it has several), a shipment that left, an order that was cancelled, units of a return whose fate
 * was decided. It says what the store should show and since which version, what was sent, and what
 * the store said it shows. Each push carries the version it sends, only one push of a subject is under way at a time, and
 * the sent version only grows, so an older push never overwrites a newer one. What is told of an order is told in the
 * order it happened. What a store refuses for ever is given up by a person, who says why; a newer version is sent again.
 *
 * - connection_locations: which of a store's places each warehouse fills; with any, its levels are told by place.
 * - channel_streams: up to which event an organization's stores have been thought of; one row, locked by whoever reads on.
 * - channel_gap_searches: searches through a window of a store's orders for those that never arrived; a partial unique
 *   index allows one open search per connection.
 * - channel_gap_orders: the missing orders, and what became of each.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connection_locations (
      ${checkedKey},
      connection_id uuid not null,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      -- The store's own id of the place: several warehouses may fill one.
      store_location text not null check (store_location <> ''),
      ${times},
      constraint connection_locations_warehouse_once unique (organization_id, connection_id, warehouse_id),
      constraint connection_locations_connection_id_fk foreign key (organization_id, merchant_id, connection_id)
        references channel_connections (organization_id, merchant_id, id),
      constraint connection_locations_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );
    create index connection_locations_newest on connection_locations (organization_id, created_at desc, id desc);

    create table channel_pushes (
      ${checkedKey},
      connection_id uuid not null,
      kind text not null check (kind in ('inventory', 'product', 'shipment', 'cancellation', 'return')),
      -- What the store calls the item; the number of the shipment or the order; the disposition of a return's units, or
      -- the return's line if nobody inspects them.
      subject text not null,
      -- The store's own id of the place whose level it is; '' where its levels are not told by place.
      store_location text not null default '',
      merchant_id uuid not null,
      item_id uuid,
      order_id uuid,
      shipment_id uuid,
      return_id uuid,
      -- The order's id at the store.
      external_order_id text,
      wanted jsonb not null,
      version bigint not null default 1 check (version > 0),
      sent jsonb,
      sent_version bigint not null default 0 check (sent_version >= 0 and sent_version <= version),
      channel_says jsonb,
      attempts integer not null default 0,
      next_try_at timestamptz not null default now(),
      claim uuid,
      claimed_until timestamptz,
      -- Since when the store may have taken what it gave no answer to.
      unknown_since timestamptz,
      last_error text,
      queued_at timestamptz not null default now(),
      sent_at timestamptz,
      -- A person has said that this version is not sent any more, or is to be sent again, and why.
      given_up_at timestamptz,
      resolved_by text,
      resolved_for text,
      constraint channel_pushes_subject_once unique (organization_id, connection_id, kind, subject, store_location),
      constraint channel_pushes_names_its_subject check (
        (kind in ('inventory', 'product')) = (item_id is not null)
        and (kind in ('shipment', 'cancellation', 'return')) = (order_id is not null and external_order_id is not null)
        and (kind = 'shipment') = (shipment_id is not null)
        and (kind = 'return') = (return_id is not null)),
      constraint channel_pushes_place_of_stock check (store_location = '' or kind = 'inventory'),
      constraint channel_pushes_connection_id_fk foreign key (organization_id, merchant_id, connection_id)
        references channel_connections (organization_id, merchant_id, id),
      constraint channel_pushes_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint channel_pushes_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references sales_orders (organization_id, merchant_id, id),
      constraint channel_pushes_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint channel_pushes_return_id_fk foreign key (organization_id, merchant_id, return_id)
        references returns (organization_id, merchant_id, id)
    );
    create index channel_pushes_due on channel_pushes (organization_id, connection_id, next_try_at)
      where sent_version < version and given_up_at is null;
    create index channel_pushes_untold on channel_pushes (organization_id, connection_id, kind, subject, store_location)
      where sent_version < version;
    create index channel_pushes_given_up on channel_pushes (organization_id, connection_id, given_up_at)
      where given_up_at is not null;
    create index channel_pushes_untold_of_order on channel_pushes (organization_id, order_id)
      where order_id is not null and sent_version < version;
    create index channel_pushes_of_order on channel_pushes (organization_id, order_id) where order_id is not null;

    create table channel_streams (
      organization_id uuid primary key references organizations (id),
      transaction_id xid8 not null,
      position bigint not null default 0
    );

    create table channel_gap_searches (
      ${checkedKey},
      connection_id uuid not null,
      merchant_id uuid not null,
      is_scheduled boolean not null,
      looked_by text not null check (looked_by in ('created', 'updated')),
      since timestamptz not null,
      until timestamptz not null,
      status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
      -- Where the store's list continues; null at its start.
      page_cursor text,
      is_listed boolean not null default false,
      pages integer not null default 0 check (pages >= 0),
      orders_seen integer not null default 0 check (orders_seen >= 0),
      attempts integer not null default 0,
      next_try_at timestamptz not null default now(),
      claim uuid,
      claimed_until timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint channel_gap_searches_window check (until > since),
      constraint channel_gap_searches_connection_id_fk foreign key (organization_id, merchant_id, connection_id)
        references channel_connections (organization_id, merchant_id, id)
    );
    create unique index channel_gap_searches_one_at_a_time on channel_gap_searches (organization_id, connection_id)
      where status in ('queued', 'running');
    create index channel_gap_searches_due on channel_gap_searches (next_try_at) where status in ('queued', 'running');
    create index channel_gap_searches_failed on channel_gap_searches (organization_id, connection_id, ended_at)
      where status = 'failed';
    create index channel_gap_searches_newest on channel_gap_searches (organization_id, created_at desc, id desc);

    create table channel_gap_orders (
      organization_id uuid not null,
      search_id uuid not null,
      external_id text not null,
      connection_id uuid not null,
      merchant_id uuid not null,
      outcome text not null default 'missing'
        check (outcome in ('missing', 'fetched', 'came_meanwhile', 'gone', 'unreadable')),
      event_id uuid,
      found_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (organization_id, search_id, external_id),
      constraint channel_gap_orders_search_id_fk foreign key (organization_id, search_id)
        references channel_gap_searches (organization_id, id),
      constraint channel_gap_orders_event_id_fk foreign key (organization_id, event_id)
        references inbound_events (organization_id, id)
    );
    create index channel_gap_orders_of_event on channel_gap_orders (organization_id, event_id) where event_id is not null;
    create index channel_gap_orders_to_fetch on channel_gap_orders (organization_id, search_id, external_id)
      where outcome = 'missing';
  `);
  await protectTenantTable(knex, 'connection_locations', {
    rights: ['select', 'insert', 'update', 'delete'],
    merchant: { column: 'merchant_id' },
  });
  await protectTenantTable(knex, 'channel_pushes', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    // Pushes are sent across all organizations.
    systemRights: ['select', 'update'],
  });
  await protectTenantTable(knex, 'channel_streams', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
    systemRights: ['select'],
  });
  // Gap searches also run across all organizations.
  await protectTenantTable(knex, 'channel_gap_searches', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
    systemRights: ['select', 'update'],
  });
  await protectTenantTable(knex, 'channel_gap_orders', {
    rights: ['select'],
    merchant: { column: 'merchant_id' },
    systemRights: ['select', 'insert', 'update'],
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table channel_gap_orders, channel_gap_searches, channel_streams, channel_pushes, connection_locations',
  );
}
