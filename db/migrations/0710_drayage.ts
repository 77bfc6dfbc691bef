/**
 * Drayage orders, the events of their containers, and their demurrage and per diem clocks.
 *
 * - drayage_orders: one order is one trip of one container; its number may return on a later trip. Lock order: the
 *   order, the ASN of its container, receipts.
 * - container_events: never changed; a correction names the event it replaces, and the events not corrected determine
 *   the container's state. A tracker's own id is accepted once per trip and source.
 * - drayage_clock_changes: every reading of a clock, with the event that caused it; the newest reading of a kind is
 *   current.
 * - An order made again after it was cancelled continues it: the events of both are events of its trip.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { checkedKey, makeAppendOnly, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

// The cost of a stopped clock, by its newest reading; a running clock is charged once it stops.
const clockCost = (kind: string, rate: string): string => `coalesce((
  select greatest(c.stops_on - c.last_free_on, 0) * s.${rate}
    from drayage_clock_changes c
   where c.organization_id = s.organization_id and c.order_id = s.id and c.kind = '${kind}'
   order by c.computed_at desc, c.id desc limit 1), 0)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table drayage_orders (
      ${tenantKey},
      order_no text not null,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      container_no text not null,
      status text not null default 'planned'
        check (status in ('planned', 'dispatched', 'picked_up', 'delivered', 'completed', 'cancelled')),
      pickup jsonb not null,
      delivery jsonb not null,
      carrier_id uuid,
      seal_no text,
      size_type text,
      demurrage_free_days integer not null check (demurrage_free_days between 0 and 365),
      per_diem_free_days integer not null check (per_diem_free_days between 0 and 365),
      -- Per day after the free days, in currency.
      demurrage_rate money_amount check (demurrage_rate >= 0),
      per_diem_rate money_amount check (per_diem_rate >= 0),
      currency char(3) not null,
      note text not null default '',
      receipt_id uuid,
      -- Cancelled orders of the same container that it was made again for: their events are events of its trip.
      continues uuid[] not null default '{}',
      created_by text not null,
      ${times},
      dispatched_at timestamptz,
      picked_up_at timestamptz,
      delivered_at timestamptz,
      completed_at timestamptz,
      cancelled_at timestamptz,
      constraint drayage_orders_order_no_once unique (organization_id, order_no),
      constraint drayage_orders_of_merchant unique (organization_id, merchant_id, id),
      constraint drayage_orders_receipt_once unique (organization_id, receipt_id),
      constraint drayage_orders_completed_has_receipt check ((status = 'completed') = (receipt_id is not null)),
      constraint drayage_orders_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint drayage_orders_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint drayage_orders_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id),
      constraint drayage_orders_currency_fk foreign key (currency) references currencies (code),
      constraint drayage_orders_receipt_id_fk foreign key (organization_id, merchant_id, receipt_id)
        references inbound_receipts (organization_id, merchant_id, id)
    );
    -- One trip at a time: the loser of a race is refused.
    create unique index drayage_orders_container_open_once on drayage_orders (organization_id, merchant_id, container_no)
      where status in ('planned', 'dispatched', 'picked_up', 'delivered');
    create index drayage_orders_newest on drayage_orders (organization_id, created_at desc, id desc);
    create index drayage_orders_of_container on drayage_orders (organization_id, container_no, created_at desc);

    create table container_events (
      ${checkedKey},
      order_id uuid not null,
      merchant_id uuid not null,
      container_no text not null,
      code text not null,
      dcsa_code text,
      classifier text not null check (classifier in ('actual', 'estimated', 'planned')),
      occurred_at timestamptz not null,
      location text,
      source text not null,
      external_id text,
      last_free_day date,
      corrects_event_id uuid,
      recorded_by text not null,
      received_at timestamptz not null default clock_timestamp(),
      constraint container_events_external_id_once unique (organization_id, order_id, source, external_id),
      constraint container_events_corrected_once unique (organization_id, corrects_event_id),
      constraint container_events_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references drayage_orders (organization_id, merchant_id, id),
      constraint container_events_corrects_event_id_fk foreign key (organization_id, corrects_event_id)
        references container_events (organization_id, id)
    );
    create index container_events_of_order on container_events (organization_id, order_id, occurred_at);
    create index container_events_of_container on container_events (organization_id, container_no, occurred_at);

    create table drayage_clock_changes (
      ${checkedKey},
      order_id uuid not null,
      merchant_id uuid not null,
      kind text not null check (kind in ('demurrage', 'per_diem')),
      starts_on date,
      last_free_on date,
      stops_on date,
      -- Null: the terms of the order were changed, or its trip was planned again.
      cause_event_id uuid,
      computed_at timestamptz not null default clock_timestamp(),
      constraint drayage_clock_changes_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references drayage_orders (organization_id, merchant_id, id),
      constraint drayage_clock_changes_cause_event_id_fk foreign key (organization_id, cause_event_id)
        references container_events (organization_id, id)
    );
    create index drayage_clock_changes_of_order on drayage_clock_changes (organization_id, order_id, kind, computed_at desc);
  `);
  const ofMerchant = { merchant: { column: 'merchant_id' } };
  await protectTenantTable(knex, 'drayage_orders', { rights: ['select', 'insert', 'update'], ...ofMerchant });
  for (const table of ['container_events', 'drayage_clock_changes']) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'], ...ofMerchant });
    await makeAppendOnly(knex, table);
  }
  await createBillableView(knex, 'billable_drayage', {
    columns: {
      source_type: "'drayage_order'",
      source_id: 's.id',
      source_ref: 's.order_no',
      document_id: 's.id',
      occurred_at: 's.completed_at',
      service_date: '(s.completed_at at time zone w.time_zone)::date',
      containers: '1::numeric',
      cost: `${clockCost('demurrage', 'demurrage_rate')} + ${clockCost('per_diem', 'per_diem_rate')}`,
      cost_currency: 's.currency',
      container_no: 's.container_no',
    },
    row: 's',
    from: `drayage_orders s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.completed_at is not null`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_drayage;
    drop table drayage_clock_changes, container_events, drayage_orders;
  `);
}
