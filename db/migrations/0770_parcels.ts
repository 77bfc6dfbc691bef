/**
 * Labels bought from carriers, each once.
 *
 * - carrier_accounts: with whom labels are bought, by the operator or by one merchant. Its credentials are sealed as
 *   those of a connection are.
 * - label_purchases: the ledger of what is to be bought, said before anything is sent. Its id is the reference the carrier
 *   knows it by. Of one parcel at most one is alive (partial unique indexes): a label that may have been bought keeps
 *   another from being asked for.
 * - rate_quotes: what carriers would take for a parcel, as they said it; each can be bought by once.
 * - label_files: labels that are not ZPL, by their hash; ZPL is kept among label_texts.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import {
  checkedKey,
  makeAppendOnly,
  merchantId,
  protectTenantTable,
  tenantKey,
  times,
} from '../tenant-table.ts';

const alive = "state in ('queued', 'sending', 'unknown', 'bought', 'voiding', 'void_unknown')";
const unsettled = "state in ('queued', 'sending', 'unknown', 'voiding', 'void_unknown')";

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
      label_format text not null default 'zpl' check (label_format in ('zpl', 'pdf')),
      -- Empty: all of them.
      services text[] not null default '{}',
      warehouse_ids uuid[] not null default '{}',
      -- For how long what was lost may still come to be bought there.
      settle_after_seconds integer not null default 60 check (settle_after_seconds between 1 and 86400),
      is_active boolean not null default true,
      last_error text,
      last_tested_at timestamptz,
      ${times},
      constraint carrier_accounts_name_once unique (organization_id, name),
      constraint carrier_accounts_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id)
    );
    create index carrier_accounts_newest on carrier_accounts (organization_id, created_at desc, id desc);

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
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      constraint rate_quotes_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint rate_quotes_carton_id_fk foreign key (organization_id, carton_id) references cartons (organization_id, id),
      constraint rate_quotes_account_id_fk foreign key (organization_id, account_id)
        references carrier_accounts (organization_id, id)
    );

    create table label_files (
      organization_id uuid not null references organizations (id),
      sha256 bytea not null,
      content_type text not null check (content_type in ('application/pdf')),
      content bytea not null constraint label_files_content_size check (octet_length(content) between 1 and 5242880),
      created_at timestamptz not null default now(),
      primary key (organization_id, sha256),
      constraint label_files_hash_of_content check (sha256 = sha256(content))
    );

    create table label_purchases (
      ${checkedKey},
      shipment_id uuid not null,
      -- Null for a shipment that travels without a carton.
      carton_id uuid,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      account_id uuid not null,
      service_code text not null,
      -- What it was bought by: a quote is used once.
      quote_id uuid,
      state text not null default 'queued' check (state in (
        'queued', 'sending', 'unknown', 'bought', 'refused', 'voiding', 'voided', 'void_unknown')),
      -- What the carrier is told, frozen: what is sent again is the same.
      parcel jsonb not null,
      -- Where it is printed once it is bought.
      is_printed boolean not null,
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
      constraint label_purchases_quote_once unique (organization_id, quote_id),
      constraint label_purchases_priced check ((amount is null) = (currency is null)),
      constraint label_purchases_bought check (state not in ('bought', 'voiding', 'voided', 'void_unknown') or bought_at is not null),
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
    create index label_purchases_newest on label_purchases (organization_id, created_at desc, id desc);
  `);
  await protectTenantTable(knex, 'carrier_accounts', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    systemRights: ['select'],
  });
  await protectTenantTable(knex, 'rate_quotes', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await makeAppendOnly(knex, 'rate_quotes');
  await protectTenantTable(knex, 'label_purchases', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    // Labels are bought across all organizations.
    systemRights: ['select', 'update'],
  });
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
    drop table label_purchases, label_files, rate_quotes, carrier_accounts;
  `);
}
