/**
 * Outbound webhooks: subscribers' endpoints and the deliveries to them.
 *
 * - webhook_streams: how far an organization's events have been handed to its endpoints; one row, locked by whoever
 *   hands them on. Events are read only once no older transaction is open, so none is skipped (see events).
 * - webhook_endpoints: the URL, the wanted events and the signing secret. While the secret is being replaced two are
 *   valid.
 * - webhook_deliveries: one event to one endpoint, once, by the unique constraint. Of a subject's deliveries to an
 *   endpoint only the first pending one may be sent, so they arrive in order.
 * - webhook_attempts: each try with its answer.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The body of a webhook: only ids and statuses, with which the receiver looks up the rest.
    create function webhook_payload(e events) returns jsonb language sql stable parallel safe as $$
      select jsonb_build_object('id', e.id, 'type', e.type, 'organization_id', e.organization_id,
        'occurred_at', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sequence', e.subject_seq, 'subject', jsonb_build_object('type', e.subject_type, 'id', e.subject_id),
        'data', e.data)
    $$;

    create table webhook_streams (
      organization_id uuid primary key references organizations (id),
      transaction_id xid8 not null,
      position bigint not null default 0
    );

    create table webhook_endpoints (
      ${tenantKey},
      url text not null,
      description text not null default '',
      event_types text[] not null,
      status text not null default 'active' check (status in ('active', 'disabled')),
      disabled_reason text,
      secret_sealed text not null,
      previous_secret_sealed text,
      previous_secret_until timestamptz,
      -- Since when nothing has arrived, and how many deliveries in a row failed at their first try.
      failing_since timestamptz,
      failed_in_a_row integer not null default 0 check (failed_in_a_row >= 0),
      -- One that fails as a whole is left alone until paused_until; then one delivery at a time shows how it is.
      paused_since timestamptz,
      paused_until timestamptz,
      pause_reason text check (pause_reason in ('asked_to_wait', 'unreachable', 'failing')),
      ${times},
      constraint webhook_endpoints_pause check (num_nulls(paused_since, paused_until, pause_reason) in (0, 3))
    );
    create index webhook_endpoints_active on webhook_endpoints (organization_id) where status = 'active';

    create table webhook_deliveries (
      ${checkedKey},
      endpoint_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      subject_type text not null,
      subject_id uuid not null,
      -- The event's position in the organization's stream; a replay comes after everything before it.
      sequence bigint generated always as identity,
      payload jsonb not null,
      is_replay boolean not null default false,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
      attempts integer not null default 0 check (attempts >= 0),
      next_try_at timestamptz not null default now(),
      claim uuid,
      claimed_until timestamptz,
      -- Since when it may have arrived without an answer.
      unknown_since timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint webhook_deliveries_endpoint_id_fk foreign key (organization_id, endpoint_id)
        references webhook_endpoints (organization_id, id)
    );
    create unique index webhook_deliveries_once on webhook_deliveries (organization_id, endpoint_id, event_id)
      where not is_replay;
    create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, next_try_at, sequence)
      where status = 'pending';
    create index webhook_deliveries_line on webhook_deliveries (organization_id, endpoint_id, subject_type, subject_id, sequence)
      where status = 'pending';
    create index webhook_deliveries_dead on webhook_deliveries (organization_id, endpoint_id, ended_at)
      where status = 'dead';
    create index webhook_deliveries_newest on webhook_deliveries (organization_id, created_at desc, id desc);

    create table webhook_attempts (
      organization_id uuid not null,
      delivery_id uuid not null,
      attempt_no integer not null check (attempt_no > 0),
      url text not null,
      request_headers jsonb not null,
      status_code integer,
      answer text,
      error text,
      duration_ms integer not null,
      attempted_at timestamptz not null default now(),
      primary key (organization_id, delivery_id, attempt_no),
      constraint webhook_attempts_delivery_id_fk foreign key (organization_id, delivery_id)
        references webhook_deliveries (organization_id, id)
    );
  `);
  // Subscriptions belong to the operator. Deliveries are sent across all organizations.
  const operators = { merchant: 'none' as const, systemRights: ['select', 'insert', 'update'] as const };
  await protectTenantTable(knex, 'webhook_streams', { rights: ['select', 'insert', 'update'], ...operators });
  await protectTenantTable(knex, 'webhook_endpoints', {
    rights: ['select', 'insert', 'update'],
    ...operators,
  });
  await protectTenantTable(knex, 'webhook_deliveries', {
    rights: ['select', 'insert', 'update'],
    ...operators,
  });
  await protectTenantTable(knex, 'webhook_attempts', { rights: ['select'], ...operators });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_attempts, webhook_deliveries, webhook_endpoints, webhook_streams;
    drop function webhook_payload;
  `);
}
