/**
 * Hubs, their enrollment keys and devices, and print jobs. Postgres is the source of truth for every label; queues and
 * sockets only wake readers.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import {
  checkedKey,
  enteredOrganization,
  merchantId,
  protectTenantTable,
  tenantKey,
  times,
} from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A key that can only enroll hubs. Shown once, stored as a hash.
    create table hub_enrollment_keys (
      ${tenantKey},
      name text not null,
      key_hash bytea not null constraint hub_enrollment_keys_hash_once unique,
      -- The warehouse of its hubs, when the hub itself names none.
      warehouse_id uuid,
      -- As of an access token: it enrolls hubs only while these people are active, and is revoked with that token.
      made_by uuid[] not null default '{}',
      maker_token_id uuid,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      hubs_enrolled integer not null default 0,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      constraint hub_enrollment_keys_maker_token_id_fk
        foreign key (organization_id, maker_token_id) references access_tokens (organization_id, id),
      constraint hub_enrollment_keys_warehouse_id_fk
        foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );
    create index hub_enrollment_keys_by_maker on hub_enrollment_keys (organization_id, maker_token_id)
      where maker_token_id is not null;

    create table hubs (
      organization_id uuid not null references organizations (id),
      id uuid not null constraint hubs_id_once unique,
      warehouse_id uuid,
      name text not null,
      -- Base64 of the SPKI DER of an Ed25519 key; the private key never leaves the workstation.
      public_key text not null,
      version text not null,
      platform text not null,
      enrollment_key_id uuid not null,
      last_seen_at timestamptz,
      revoked_at timestamptz,
      ${times},
      primary key (organization_id, id),
      constraint hubs_public_key_once unique (organization_id, public_key),
      constraint hubs_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint hubs_enrollment_key_id_fk
        foreign key (organization_id, enrollment_key_id) references hub_enrollment_keys (organization_id, id)
    );
    create index hubs_by_key on hubs (organization_id, enrollment_key_id);

    -- A challenge is signed once: using it again violates the key.
    create table hub_logins (
      organization_id uuid not null,
      hub_id uuid not null,
      challenge_hash bytea not null,
      used_at timestamptz not null default now(),
      primary key (organization_id, challenge_hash),
      constraint hub_logins_hub_id_fk foreign key (organization_id, hub_id) references hubs (organization_id, id)
    );
    create index hub_logins_age on hub_logins (organization_id, used_at);

    create table print_devices (
      ${checkedKey},
      hub_id uuid not null,
      -- Copied from the hub, so that a unique key can enforce one default per warehouse.
      warehouse_id uuid,
      name text not null,
      model text,
      device_type text not null,
      connection text not null,
      address text not null,
      is_default_label_printer boolean not null default false,
      -- What the hub last reported; the warehouse's choice above may differ when another hub or a person chose later.
      is_hub_default boolean not null default false,
      status text not null default 'unknown',
      last_seen_at timestamptz,
      -- What it takes, as its hub says.
      takes text[] not null default '{zpl}' constraint print_devices_takes
        check (takes <@ '{zpl,pdf,png}' and cardinality(takes) > 0),
      -- When it could last print: it answered, and reported no trouble.
      last_ready_at timestamptz,
      -- How old what waits may be when it comes back; null as its warehouse has it.
      backlog_minutes integer constraint print_devices_backlog_minutes check (backlog_minutes between 5 and 43200),
      -- It came back to a backlog, and a person has to say what becomes of it.
      backlog_asked_at timestamptz,
      -- A person has said so: what had waited until then counts as new.
      backlog_decided_at timestamptz,
      removed_at timestamptz,
      ${times},
      constraint print_devices_default_not_removed check (removed_at is null or not is_default_label_printer),
      constraint print_devices_hub_id_fk foreign key (organization_id, hub_id) references hubs (organization_id, id),
      constraint print_devices_warehouse_id_fk
        foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );
    create unique index print_devices_one_default on print_devices (organization_id, warehouse_id) nulls not distinct
      where is_default_label_printer;
    create index print_devices_of_hub on print_devices (organization_id, hub_id);

    -- How old what waits for a printer of the warehouse may be when the printer comes back.
    create table print_backlog_limits (
      organization_id uuid not null,
      warehouse_id uuid not null,
      minutes integer not null constraint print_backlog_limits_minutes check (minutes between 5 and 43200),
      primary key (organization_id, warehouse_id),
      constraint print_backlog_limits_warehouse_id_fk
        foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );

    -- How long labels of a kind are worth printing.
    create table label_lives (
      organization_id uuid not null references organizations (id),
      label_kind text not null,
      minutes integer not null constraint label_lives_minutes check (minutes between 1 and 525600),
      primary key (organization_id, label_kind)
    );

    -- Label texts, stored once however often they are printed.
    create table label_texts (
      ${enteredOrganization},
      sha256 bytea not null constraint label_texts_hash check (octet_length(sha256) = 32),
      zpl_content text not null constraint label_texts_content check (octet_length(zpl_content) <= 1048576),
      created_at timestamptz not null default now(),
      primary key (organization_id, sha256)
    );

    create table print_jobs (
      ${checkedKey},
      merchant_id uuid,
      warehouse_id uuid,
      device_id uuid,
      -- Chosen by the caller: a chosen printer is kept, a default printer is looked up again on retry.
      is_device_given boolean not null,
      label_kind text not null,
      ref_type text,
      ref_id uuid,
      copies integer not null default 1 constraint print_jobs_copies check (copies between 1 and 1000),
      -- What its text prints each time it is sent: its formats, times the quantity each of them asks for.
      labels_per_copy integer not null default 1 constraint print_jobs_labels_per_copy check (labels_per_copy >= 1),
      constraint print_jobs_labels check (copies * labels_per_copy <= 1000),
      -- A file's text is its base64.
      content_type text not null default 'application/zpl'
        constraint print_jobs_content_type check (content_type in ('application/zpl', 'application/pdf', 'image/png')),
      zpl_sha256 bytea not null,
      status text not null default 'queued'
        constraint print_jobs_status check (status in ('queued', 'printing', 'done', 'failed', 'cancelled', 'expired')),
      error text,
      attempt integer not null default 1,
      claim_id uuid,
      hub_id uuid,
      verified boolean,
      may_have_printed boolean,
      -- The job whose label this one reprints.
      reprint_of uuid,
      -- Not printed after this moment.
      expires_at timestamptz,
      created_at timestamptz not null default now(),
      queued_at timestamptz not null default now(),
      -- A person sent it to its printer then: it is no part of the backlog found there.
      chosen_at timestamptz,
      printing_at timestamptz,
      finished_at timestamptz,
      updated_at timestamptz not null default now(),
      constraint print_jobs_claimed check ((claim_id is null) = (hub_id is null)),
      constraint print_jobs_printing_is_claimed check (status <> 'printing' or (claim_id is not null and device_id is not null)),
      constraint print_jobs_text_fk foreign key (organization_id, zpl_sha256) references label_texts (organization_id, sha256),
      constraint print_jobs_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint print_jobs_warehouse_id_fk
        foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint print_jobs_device_id_fk foreign key (organization_id, device_id) references print_devices (organization_id, id),
      constraint print_jobs_reprint_of_fk foreign key (organization_id, reprint_of) references print_jobs (organization_id, id),
      constraint print_jobs_hub_id_fk foreign key (organization_id, hub_id) references hubs (organization_id, id)
    );
    create unique index print_jobs_claim_once on print_jobs (organization_id, claim_id) where claim_id is not null;
    create index print_jobs_waiting on print_jobs (organization_id, device_id, id) where status = 'queued';
    create index print_jobs_expiring on print_jobs (organization_id, expires_at)
      where status = 'queued' and expires_at is not null;
    create index print_jobs_printing on print_jobs (organization_id, hub_id) where status = 'printing';
    create index print_jobs_reprints on print_jobs (organization_id, reprint_of) where reprint_of is not null;
    create index print_jobs_by_text on print_jobs (organization_id, zpl_sha256);
    create index print_jobs_newest on print_jobs (organization_id, created_at desc, id desc);
    create index print_jobs_of_warehouse on print_jobs (organization_id, warehouse_id, created_at, id);
    create index print_jobs_by_ref on print_jobs (organization_id, ref_id) where ref_id is not null;
    create index print_jobs_by_printing on print_jobs (organization_id, merchant_id, finished_at) where status = 'done';
    -- The print center queries one status at a time, every two seconds: its list and counts read this index, not the
    -- history.
    create index print_jobs_by_status on print_jobs (organization_id, status, created_at, id);
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  for (const table of ['hub_enrollment_keys', 'hubs'])
    await protectTenantTable(knex, table, { ...edited, operatorWrites: true, systemRights: ['select'] });
  await protectTenantTable(knex, 'hub_logins', { rights: ['select', 'insert', 'delete'] });
  await protectTenantTable(knex, 'print_devices', { ...edited, operatorWrites: true });
  for (const table of ['print_backlog_limits', 'label_lives'])
    await protectTenantTable(knex, table, {
      rights: ['select', 'insert', 'update', 'delete'],
      operatorWrites: true,
    });
  await protectTenantTable(knex, 'print_jobs', { ...edited, merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'label_texts', { rights: ['select', 'insert'] });
  // Limits reading only: a text is stored before the label that uses it.
  await knex.raw(`
    create policy merchant on label_texts as restrictive for select to ${roleNames.app}
      using (${merchantId} is null or exists (select 1 from print_jobs j
        where j.organization_id = label_texts.organization_id and j.zpl_sha256 = label_texts.sha256));
  `);
  // The sweep for lost hubs looks across all organizations, at statuses only: the system role cannot see labels.
  await knex.raw(`
    create policy system on print_jobs for select to ${roleNames.system} using (true);
    grant select (organization_id, id, status, hub_id, queued_at, printing_at, finished_at, expires_at) on print_jobs to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop policy merchant on label_texts; drop table print_jobs, label_texts, label_lives, print_backlog_limits, print_devices, hub_logins, hubs, hub_enrollment_keys',
  );
}
