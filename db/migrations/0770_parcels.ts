/**
 * Labels bought from carriers, each once.
 *
 * - label_purchases: the ledger of what is to be bought, said before anything is sent. Its id is the reference the carrier
 *   knows it by. Of one parcel at most one is alive (partial unique indexes): a label that may have been bought keeps
 *   another from being asked for.
 * - manifests: what a carrier takes with it at the end of a day; a label is on one at a time.
 * - tracking_events: what carriers told of parcels on their way, each once.
 * - label_files: labels that are not ZPL, by their hash; ZPL is kept among label_texts.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { checkedKey, makeAppendOnly, merchantId, protectTenantTable, times } from '../tenant-table.ts';

const alive =
  "state in ('choosing', 'queued', 'sending', 'unknown', 'bought', 'dearer', 'voiding', 'void_unknown')";
const unsettled = "state in ('choosing', 'queued', 'sending', 'unknown', 'voiding', 'void_unknown')";

/** A text is visible with whatever a merchant sees it by; it is stored before that. */
const showTexts = (shown: readonly string[]): string => `
  drop policy merchant on label_texts;
  create policy merchant on label_texts as restrictive for select to ${roleNames.app}
    using (${merchantId} is null or ${shown.join(' or ')})`;

const byPrintJob = `exists (select 1 from print_jobs j
  where j.organization_id = label_texts.organization_id and j.zpl_sha256 = label_texts.sha256)`;
const byPurchase = `exists (select 1 from label_purchases p
  where p.organization_id = label_texts.organization_id and p.zpl_sha256 = label_texts.sha256)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table label_files (
      organization_id uuid not null references organizations (id),
      sha256 bytea not null,
      content_type text not null check (content_type in ('application/pdf')),
      content bytea not null constraint label_files_content_size check (octet_length(content) between 1 and 5242880),
      created_at timestamptz not null default now(),
      primary key (organization_id, sha256),
      constraint label_files_hash_of_content check (sha256 = sha256(content))
    );

    create table manifests (
      ${checkedKey},
      account_id uuid not null,
      warehouse_id uuid not null,
      -- Whose parcels, where the account is one with many carriers.
      carrier_code text,
      ship_date date not null,
      state text not null default 'queued' check (state in ('queued', 'sending', 'unknown', 'accepted', 'refused')),
      manifest_no text,
      file_sha256 bytea,
      attempts integer not null default 0,
      -- Null: nothing is asked until a person has decided.
      next_try_at timestamptz default now(),
      claim uuid,
      claimed_until timestamptz,
      unknown_since timestamptz,
      last_error text,
      resolved_by text,
      resolved_for text,
      created_by text not null,
      ${times},
      accepted_at timestamptz,
      refused_at timestamptz,
      constraint manifests_account_id_fk foreign key (organization_id, account_id)
        references carrier_accounts (organization_id, id),
      constraint manifests_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint manifests_file_fk foreign key (organization_id, file_sha256)
        references label_files (organization_id, sha256)
    );
    create index manifests_due on manifests (next_try_at) where state in ('queued', 'sending', 'unknown');
    create index manifests_newest on manifests (organization_id, created_at desc, id desc);
    create index manifests_of_account on manifests (organization_id, account_id, created_at desc, id desc);
    create index manifests_by_state on manifests (organization_id, state, created_at desc, id desc);
    create index manifests_of_day on manifests (organization_id, ship_date, created_at desc, id desc);

    create table label_purchases (
      ${checkedKey},
      shipment_id uuid not null,
      -- Null for a shipment that travels without a carton.
      carton_id uuid,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      -- By which rule its account and service are chosen; they are null until then.
      rule_id uuid,
      account_id uuid,
      service_code text,
      -- What it was bought by: a quote is used once.
      quote_id uuid,
      -- What was quoted, and by how much it may cost more.
      quoted_amount money_amount,
      quoted_currency char(3),
      tolerance_percent numeric(6,2) not null default 0,
      state text not null default 'queued' check (state in ('choosing',
        'queued', 'sending', 'unknown', 'bought', 'dearer', 'refused', 'voiding', 'voided', 'void_unknown')),
      -- What the carrier is told, frozen: what is sent again is the same.
      parcel jsonb,
      -- Where it is printed once it is bought.
      is_printed boolean not null,
      -- What crosses a border goes with its commercial invoice, which is printed with it if its buyer says so.
      is_invoice_printed boolean not null default false,
      device_id uuid,
      -- A carrier that is asked in two steps: nothing was bought before it has these.
      vendor_shipment_id text,
      vendor_rate_id text,
      tracking_no text,
      carrier_code text,
      amount money_amount check (amount >= 0),
      currency char(3) check (currency ~ '^[A-Z]{3}$'),
      zpl_sha256 bytea,
      file_sha256 bytea,
      attempts integer not null default 0,
      -- Null: nothing is asked until a person has decided.
      next_try_at timestamptz default now(),
      claim uuid,
      claimed_until timestamptz,
      unknown_since timestamptz,
      last_error text,
      -- Who decided what had become of it, and why.
      resolved_by text,
      resolved_for text,
      created_by text not null,
      ${times},
      bought_at timestamptz,
      refused_at timestamptz,
      voided_at timestamptz,
      -- The newest that its carrier told of it, and when; and when it is asked after, if nothing comes.
      tracking_state text check (tracking_state in (
        'announced', 'in_transit', 'out_for_delivery', 'delivered', 'exception', 'returned')),
      tracked_at timestamptz,
      track_at timestamptz,
      -- The manifest it is on; and since when its carrier has taken that.
      manifest_id uuid,
      manifested_at timestamptz,
      constraint label_purchases_quote_once unique (organization_id, quote_id),
      constraint label_purchases_priced check ((amount is null) = (currency is null)),
      constraint label_purchases_quoted check ((quoted_amount is null) = (quoted_currency is null)),
      constraint label_purchases_chosen check (state in ('choosing', 'refused')
        or (account_id is not null and service_code is not null and parcel is not null)),
      constraint label_purchases_bought check (
        state not in ('bought', 'dearer', 'voiding', 'voided', 'void_unknown') or bought_at is not null),
      constraint label_purchases_manifest_id_fk foreign key (organization_id, manifest_id)
        references manifests (organization_id, id),
      constraint label_purchases_rule_id_fk foreign key (organization_id, rule_id)
        references carrier_rules (organization_id, id),
      constraint label_purchases_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint label_purchases_carton_id_fk foreign key (organization_id, carton_id)
        references cartons (organization_id, id),
      constraint label_purchases_account_id_fk foreign key (organization_id, account_id)
        references carrier_accounts (organization_id, id),
      constraint label_purchases_quote_id_fk foreign key (organization_id, quote_id)
        references rate_quotes (organization_id, id),
      constraint label_purchases_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint label_purchases_device_id_fk foreign key (organization_id, device_id)
        references print_devices (organization_id, id),
      constraint label_purchases_text_fk foreign key (organization_id, zpl_sha256)
        references label_texts (organization_id, sha256),
      constraint label_purchases_file_fk foreign key (organization_id, file_sha256)
        references label_files (organization_id, sha256)
    );
    create unique index label_purchases_one_live_of_carton on label_purchases (organization_id, carton_id) where ${alive};
    create unique index label_purchases_one_live_of_shipment on label_purchases (organization_id, shipment_id)
      where carton_id is null and ${alive};
    create index label_purchases_due on label_purchases (next_try_at) where ${unsettled};
    create index label_purchases_of_shipment on label_purchases (organization_id, shipment_id, created_at desc, id desc);
    create index label_purchases_of_account on label_purchases (organization_id, account_id, created_at desc, id desc);
    create index label_purchases_by_state on label_purchases (organization_id, state, created_at desc, id desc);
    create index label_purchases_by_tracking_no on label_purchases (organization_id, tracking_no) where tracking_no is not null;
    create index label_purchases_by_text on label_purchases (organization_id, zpl_sha256) where zpl_sha256 is not null;
    create index label_purchases_of_manifest on label_purchases (organization_id, manifest_id)
      where manifest_id is not null;
    create index label_purchases_to_manifest on label_purchases (organization_id, account_id, warehouse_id, bought_at, id)
      where state = 'bought' and manifest_id is null and manifested_at is null;
    create index label_purchases_not_sold on label_purchases (updated_at) where state in ('refused', 'dearer');
    create index label_purchases_silent on label_purchases (track_at) where track_at is not null;

    create table tracking_events (
      ${checkedKey},
      label_id uuid not null,
      merchant_id uuid not null,
      external_id text not null,
      kind text not null check (kind in (
        'announced', 'in_transit', 'out_for_delivery', 'delivered', 'exception', 'returned')),
      occurred_at timestamptz not null,
      place text,
      says text,
      source text not null check (source in ('webhook', 'poll')),
      received_at timestamptz not null default now(),
      constraint tracking_events_once unique (organization_id, label_id, external_id),
      constraint tracking_events_label_id_fk foreign key (organization_id, label_id)
        references label_purchases (organization_id, id)
    );
    create index tracking_events_newest on tracking_events (organization_id, label_id, occurred_at desc, id desc);
    create index label_purchases_newest on label_purchases (organization_id, created_at desc, id desc);
  `);
  await protectTenantTable(knex, 'label_purchases', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    // Labels are bought across all organizations.
    systemRights: ['select', 'update'],
  });
  await protectTenantTable(knex, 'manifests', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
    systemRights: ['select', 'update'],
  });
  await protectTenantTable(knex, 'tracking_events', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await makeAppendOnly(knex, 'tracking_events');
  await protectTenantTable(knex, 'label_files', {
    rights: ['select', 'insert'],
    merchant: {
      where: `exists (select 1 from label_purchases p
        where p.organization_id = label_files.organization_id and p.file_sha256 = label_files.sha256)`,
    },
  });
  await makeAppendOnly(knex, 'label_files');
  await knex.raw(showTexts([byPrintJob, byPurchase]));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${showTexts([byPrintJob])};
    drop table tracking_events, label_purchases, manifests, label_files;
  `);
}
