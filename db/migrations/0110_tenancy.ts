/**
 * Organizations, their merchants, members and tokens; commands with their idempotency keys, events, and number
 * counters.
 */
import type { Knex } from 'knex';
import { enteredOrganization, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organizations (
      id uuid primary key,
      name text not null,
      edition text not null check (edition in ('standard', 'three_pl')),
      inventory_mode text not null default 'wms_sync' check (inventory_mode in ('wms_sync', 'oms_standalone')),
      reserve_at text not null default 'confirm' check (reserve_at in ('confirm', 'allocate')),
      allocation_strategy text not null default 'fefo' check (allocation_strategy in ('fefo', 'fifo', 'lifo')),
      -- Where orders take what they need: anywhere by the strategy, or from pick places first.
      pick_from text not null default 'any' check (pick_from in ('any', 'face_first', 'whole_first')),
      -- Goods at the dock: nothing, places when asked, or a planned move with each scan.
      putaway text not null default 'suggest' check (putaway in ('off', 'suggest', 'task')),
      -- What a move does that goes over a location's limits.
      capacity_policy text not null default 'warn' check (capacity_policy in ('refuse', 'warn')),
      short_policy text not null default 'backorder' check (short_policy in ('backorder', 'cancel_rest')),
      base_currency char(3) not null default 'USD',
      time_zone text not null default 'UTC',
      rounding text not null default 'half_up' check (rounding in ('half_up', 'half_even')),
      lock_date date,
      gs1_company_prefix text not null default '0000000'
        constraint gs1_company_prefix_digits check (gs1_company_prefix ~ '^[0-9]{7,10}$'),
      safety_stock quantity not null default 0 check (safety_stock >= 0),
      -- Purchase orders above this need approval; null: none do.
      purchase_approval_above money_amount check (purchase_approval_above >= 0),
      count_approval_threshold quantity not null default 10 check (count_approval_threshold >= 0),
      -- A picker is asked what is left when the ledger has this much of the item at the place, or less.
      count_below quantity not null default 0 check (count_below >= 0),
      -- Added to this server's transaction numbers wherever they order events, so that rows brought from a server whose
      -- numbers were higher stay in front of what follows them here.
      stream_base bigint not null default 0 check (stream_base >= 0),
      -- Where it is (db/cells/places.write.ts): here, on its way, or in the installation of this name.
      state text not null default 'active' check (state in ('active', 'moving', 'moved')),
      cell text,
      ${times},
      constraint organizations_moved_somewhere check (state <> 'moved' or cell is not null),
      constraint organizations_base_currency_fk foreign key (base_currency) references currencies (code)
    );

    create index organizations_away on organizations (id) where state <> 'active';

    -- The place in its organization's stream that an event of this transaction gets.
    create function stream_place(p_organization_id uuid) returns xid8 language sql stable as $$
      select (pg_current_xact_id()::text::bigint + stream_base)::text::xid8 from organizations where id = p_organization_id
    $$;
    -- Before it, nothing can be added to the stream any more: the oldest transaction still open, as a place.
    create function stream_horizon(p_organization_id uuid) returns xid8 language sql stable as $$
      select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + stream_base)::text::xid8
        from organizations where id = p_organization_id
    $$;
    -- The snapshot of the statement, its numbers as places.
    create function stream_snapshot(p_organization_id uuid) returns pg_snapshot language sql stable as $$
      select concat_ws(':', pg_snapshot_xmin(s)::text::bigint + stream_base, pg_snapshot_xmax(s)::text::bigint + stream_base,
               coalesce((select string_agg((open::text::bigint + stream_base)::text, ',' order by open)
                           from pg_snapshot_xip(s) open), ''))::pg_snapshot
        from organizations, pg_current_snapshot() s where id = p_organization_id
    $$;

    -- How much an organization may use in each API process; null: the default. The platform operator sets it.
    create table organization_quotas (
      organization_id uuid primary key references organizations (id),
      requests_per_second integer check (requests_per_second between 1 and 1000000),
      requests_at_once integer check (requests_at_once between 1 and 100000),
      streams integer check (streams between 0 and 100000),
      previews integer check (previews between 0 and 1000),
      imports integer check (imports between 0 and 100),
      exports integer check (exports between 0 and 1000),
      webhooks_per_second integer check (webhooks_per_second between 1 and 1000000),
      open_commands integer check (open_commands between 1 and 1000000),
      updated_at timestamptz not null default now()
    );

    create table merchants (
      ${tenantKey},
      code text not null,
      name text not null,
      -- The standard edition's own merchant: used whenever no merchant is given.
      is_own boolean not null default false,
      over_receipt_tolerance_percent numeric(6,3) check (over_receipt_tolerance_percent between 0 and 100),
      bill_to jsonb not null default '{}',
      vat_id text,
      -- Its invoices are untaxed: the merchant pays the tax to its own tax office.
      reverse_charge boolean not null default false,
      is_active boolean not null default true,
      ${times},
      constraint merchants_code_once unique (organization_id, code),
      constraint merchants_reverse_charge_vat_id check (not reverse_charge or vat_id is not null)
    );
    create unique index merchants_one_own on merchants (organization_id) where is_own;

    -- The sender and payment details on the operator's documents. No row: the organization's name, and A4.
    create table paper_settings (
      organization_id uuid primary key references organizations (id),
      legal_name text,
      address jsonb not null default '{}',
      email text,
      website text,
      tax_number text,
      vat_id text,
      registration_no text,
      bank_name text,
      bank_account text,
      bank_code text,
      iban text,
      bic text,
      payment_note text,
      paper_size text check (paper_size in ('A4', 'LETTER')),
      logo_sha256 text check (logo_sha256 ~ '^[0-9a-f]{64}$'),
      logo_type text check (logo_type in ('image/png', 'image/jpeg')),
      logo_bytes integer check (logo_bytes > 0),
      updated_at timestamptz not null default now(),
      constraint paper_settings_logo_whole check (num_nonnulls(logo_sha256, logo_type, logo_bytes) in (0, 3))
    );

    create table members (
      ${tenantKey},
      name text not null,
      email text not null,
      -- Null: never given any. They then set no limit to the member's tokens, whereas an empty list leaves them nothing.
      roles text[],
      is_active boolean not null default true,
      ${times}
    );
    create unique index members_email_once on members (organization_id, lower(email));

    create table access_tokens (
      ${tenantKey},
      name text not null,
      token_hash bytea not null constraint access_tokens_hash_once unique,
      permissions text[] not null,
      member_id uuid,
      -- The people whose access it was made with, at any remove: it works only while they are all active.
      made_by uuid[] not null default '{}',
      -- The token it was made with, and is revoked with. Null: made by a person or by the platform's operator.
      maker_token_id uuid,
      merchant_id uuid,
      expires_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      constraint access_tokens_member_id_fk foreign key (organization_id, member_id) references members (organization_id, id),
      constraint access_tokens_maker_token_id_fk
        foreign key (organization_id, maker_token_id) references access_tokens (organization_id, id),
      constraint access_tokens_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index access_tokens_by_maker on access_tokens (organization_id, maker_token_id, created_at, id)
      where maker_token_id is not null;

    create table commands (
      ${tenantKey},
      name text not null,
      queue text not null,
      input jsonb not null,
      state text not null default 'accepted' check (state in ('accepted', 'done', 'refused', 'failed')),
      outcome jsonb,
      actor jsonb not null,
      -- The job that carries it, which the sweeper looks for; null when it ran inside its request.
      job_id uuid,
      dispatches integer not null default 0,
      next_dispatch_at timestamptz,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create index commands_to_dispatch on commands (next_dispatch_at) where state = 'accepted';
    create index commands_open on commands (organization_id) where state = 'accepted';
    create index commands_failed on commands (queue) where state = 'failed';
    -- The audit: who asked for what. What is still open is not there yet, so accepting a command costs it nothing.
    create index commands_of_actor on commands (organization_id, (actor ->> 'name'), id) where state <> 'accepted';
    create index commands_named on commands (organization_id, name, id) where state <> 'accepted';

    create table idempotency_keys (
      organization_id uuid not null references organizations (id),
      principal uuid not null,
      route text not null,
      key text not null,
      fingerprint text not null,
      command_id uuid not null,
      response jsonb,
      created_at timestamptz not null default now(),
      primary key (organization_id, principal, route, key)
    );
    create index idempotency_keys_age on idempotency_keys (created_at);

    create table events (
      ${enteredOrganization},
      id uuid not null,
      type text not null,
      subject_type text not null,
      subject_id uuid not null,
      subject_seq integer not null,
      data jsonb not null,
      command_id uuid not null,
      occurred_at timestamptz not null default now(),
      -- The place of its transaction (stream_place). Readers stop before the oldest one still open, so nothing is skipped.
      transaction_id xid8 not null default pg_current_xact_id(),
      position bigint generated always as identity,
      primary key (organization_id, subject_type, subject_id, subject_seq)
    );
    create index events_stream on events (organization_id, transaction_id, position);
    create trigger append_only before update on events for each row execute function refuse_change();
    -- Only retention removes the start of the stream, once it is in a file (see 0900_retention.ts).
    create trigger append_only_delete before delete on events for each row
      when (current_setting('app.retention', true) is distinct from 'on') execute function refuse_change();

    -- The last number of a subject whose last event is no longer kept.
    create table event_numbers (
      organization_id uuid not null references organizations (id),
      subject_type text not null,
      subject_id uuid not null,
      last_seq integer not null,
      primary key (organization_id, subject_type, subject_id)
    );

    create table document_sequences (
      organization_id uuid not null references organizations (id),
      kind text not null,
      period text not null,
      next_no bigint not null,
      primary key (organization_id, kind, period)
    );

    -- Binds the transaction and locks the commands in one round trip: the first statement of every job.
    create function begin_commands(p_organization_id uuid, p_ids uuid[]) returns setof commands language plpgsql as $$
    begin
      perform enter_organization(p_organization_id, '');
      return query select * from commands c
        where c.organization_id = p_organization_id and c.id = any (p_ids) order by c.id for update;
    end $$;
  `);
  await protectTenantTable(knex, 'organizations', {
    organizationColumn: 'id',
    // An organization is inserted in a transaction bound to its own new id, so the INSERT privilege reaches no other.
    rights: ['select', 'insert', 'update'],
    operatorWrites: true,
    systemRights: ['select'],
  });
  // Of functions that run as the owner, and enter it.
  await knex.raw('create policy owner_functions on organizations for select to current_user using (true)');
  // No tenant's transaction may write it, so no token can raise its own limits.
  await protectTenantTable(knex, 'organization_quotas', {
    rights: ['select'],
    systemRights: ['select', 'insert', 'update'],
  });
  await protectTenantTable(knex, 'merchants', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'id' },
  });
  await protectTenantTable(knex, 'paper_settings', {
    rights: ['select', 'insert', 'update'],
    operatorWrites: true,
  });
  await protectTenantTable(knex, 'members', {
    rights: ['select', 'insert', 'update'],
    // The system role reads members because a token's permissions depend on its member's current roles.
    systemRights: ['select'],
    // The people who hold one of the merchant's tokens.
    merchant: {
      where: `exists (select 1 from access_tokens t
        where t.organization_id = members.organization_id and t.member_id = members.id)`,
    },
    operatorWrites: true,
  });
  await protectTenantTable(knex, 'access_tokens', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    systemRights: ['select'],
  });
  await protectTenantTable(knex, 'commands', {
    rights: ['select', 'insert', 'update'],
    systemRights: ['select', 'insert', 'update'],
  });
  await protectTenantTable(knex, 'idempotency_keys', {
    rights: ['select', 'insert', 'update'],
    systemRights: ['select', 'insert', 'update', 'delete'],
  });
  await protectTenantTable(knex, 'events', { rights: ['select', 'insert'], systemRights: ['select'] });
  await protectTenantTable(knex, 'event_numbers', { rights: ['select'] });
  await protectTenantTable(knex, 'document_sequences', {
    rights: ['select', 'insert', 'update'],
    // Numbers of floor documents are taken in a transaction of their own, by the role that works across tenants.
    systemRights: ['select', 'insert', 'update'],
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function begin_commands, stream_snapshot, stream_horizon, stream_place;
    drop table document_sequences, event_numbers, events, idempotency_keys, commands, access_tokens, members,
      paper_settings, merchants, organization_quotas, organizations;
  `);
}
