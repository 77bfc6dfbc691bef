/**
 * Transport orders, the tenders to carriers and their answers, tracking events, and proofs of delivery.
 *
 * - transport_orders: one open order per load. Lock order: order, shipment, load, transport order, tender.
 * - transport_tenders: what was offered to whom, at which rate, and the answer. Merchants do not see rates.
 * - transport_events, pod_files: what was reported and uploaded, never changed. A file's bytes are in the file store
 *   under their hash.
 */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

const ofVisibleOrder = (table: string): string =>
  `exists (select 1 from transport_orders o where o.organization_id = ${table}.organization_id and o.id = ${table}.order_id)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table transport_orders (
      ${tenantKey},
      transport_no text not null,
      status text not null default 'planned'
        check (status in ('planned', 'assigned', 'dispatched', 'in_transit', 'delivered', 'completed', 'cancelled')),
      load_id uuid,
      warehouse_id uuid,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      origin jsonb not null,
      destination jsonb not null,
      pickup_date date,
      delivery_date date,
      carrier_id uuid,
      -- The time of the latest tracking event that moved it: an older one is kept and moves nothing.
      tracked_at timestamptz,
      delivered_at timestamptz,
      signed_by text,
      note text not null default '',
      cancel_reason text,
      ${times},
      assigned_at timestamptz,
      dispatched_at timestamptz,
      in_transit_at timestamptz,
      completed_at timestamptz,
      cancelled_at timestamptz,
      constraint transport_orders_transport_no_once unique (organization_id, transport_no),
      constraint transport_orders_carrier_unless_planned check (carrier_id is not null or status in ('planned', 'cancelled')),
      constraint transport_orders_delivered_when check (delivered_at is not null or status not in ('delivered', 'completed')),
      constraint transport_orders_load_id_fk foreign key (organization_id, load_id) references loads (organization_id, id),
      constraint transport_orders_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint transport_orders_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id)
    );
    create unique index transport_orders_one_per_load on transport_orders (organization_id, load_id)
      where load_id is not null and status <> 'cancelled';
    create index transport_orders_newest on transport_orders (organization_id, created_at desc, id desc);
    alter table bills add constraint bills_tms_order_id_fk foreign key (organization_id, tms_order_id)
      references transport_orders (organization_id, id);

    create table transport_tenders (
      ${checkedKey},
      order_id uuid not null,
      tender_no integer not null check (tender_no > 0),
      carrier_id uuid not null,
      rate money_amount not null check (rate >= 0),
      currency char(3) not null,
      status text not null check (status in ('offered', 'accepted', 'declined', 'expired', 'withdrawn')),
      reason text,
      offered_at timestamptz not null default now(),
      expires_at timestamptz,
      answered_at timestamptz,
      constraint transport_tenders_tender_no_once unique (organization_id, order_id, tender_no),
      constraint transport_tenders_order_id_fk foreign key (organization_id, order_id)
        references transport_orders (organization_id, id),
      constraint transport_tenders_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id),
      constraint transport_tenders_currency_fk foreign key (currency) references currencies (code)
    );
    create unique index transport_tenders_one_live on transport_tenders (organization_id, order_id)
      where status in ('offered', 'accepted');
    create index transport_tenders_to_expire on transport_tenders (expires_at) where status = 'offered';

    create table transport_events (
      ${checkedKey},
      order_id uuid not null,
      code text not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now(),
      location text,
      note text not null default '',
      source text not null,
      external_id text,
      -- The status this event moved its order to; null when it moved nothing.
      moved_to text,
      constraint transport_events_external_id_once unique (organization_id, order_id, source, external_id),
      constraint transport_events_order_id_fk foreign key (organization_id, order_id)
        references transport_orders (organization_id, id)
    );
    create index transport_events_of_order on transport_events (organization_id, order_id, occurred_at, id);

    create table pod_files (
      ${checkedKey},
      order_id uuid not null,
      filename text not null,
      content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/tiff')),
      size_bytes integer not null check (size_bytes between 1 and 10485760),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      uploaded_by text not null,
      uploaded_at timestamptz not null default now(),
      constraint pod_files_once unique (organization_id, order_id, sha256),
      constraint pod_files_order_id_fk foreign key (organization_id, order_id) references transport_orders (organization_id, id)
    );
  `);
  // A merchant sees the orders that carry its own shipments, since load_shipments shows it no others.
  await protectTenantTable(knex, 'transport_orders', {
    rights: ['select', 'insert', 'update'],
    merchant: {
      where: `exists (select 1 from load_shipments x where x.organization_id = transport_orders.organization_id
        and x.load_id = transport_orders.load_id)`,
    },
    operatorWrites: true,
  });
  await protectTenantTable(knex, 'transport_tenders', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
    systemRights: ['select'],
  });
  for (const table of ['transport_events', 'pod_files']) {
    await protectTenantTable(knex, table, {
      rights: ['select', 'insert'],
      merchant: { where: ofVisibleOrder(table) },
      operatorWrites: true,
    });
    await makeAppendOnly(knex, table);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bills drop constraint bills_tms_order_id_fk;
    drop table pod_files, transport_events, transport_tenders, transport_orders;
  `);
}
