/** Return rules: what of returned units is inspected, authorized by itself, credited and kept back. */
import type { Knex } from 'knex';
import { merchantId, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table return_rules (
      ${tenantKey},
      name text not null,
      priority integer not null check (priority >= 0),
      -- What it asks for; null asks for nothing.
      merchant_id uuid,
      item_class text,
      reason_code text,
      grade text check (grade in ('A', 'B', 'C', 'D')),
      kind text check (kind in ('customer', 'undeliverable', 'recall', 'warranty')),
      inspect text not null default 'always' check (inspect in ('always', 'sample', 'never')),
      disposition text check (disposition in ('restock', 'downgrade', 'scrap', 'quarantine', 'vendor', 'refurbish')),
      credit_percent numeric(5,2) not null default 100 check (credit_percent between 0 and 100),
      -- For each unit, in the base currency.
      restocking_fee money_amount not null default 0 check (restocking_fee >= 0),
      fee_item_id uuid,
      -- When units that are to be replaced are: as they are announced, or once it is decided what becomes of them.
      replace_at text not null default 'authorize' check (replace_at in ('authorize', 'disposal')),
      window_days integer check (window_days >= 0),
      auto_authorize boolean not null default false,
      is_active boolean not null default true,
      ${times},
      constraint return_rules_name_once unique (organization_id, name),
      constraint return_rules_fee_names_item check (restocking_fee = 0 or fee_item_id is not null),
      constraint return_rules_replace_inspected check (replace_at = 'authorize' or inspect <> 'never'),
      constraint return_rules_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint return_rules_fee_item_id_fk foreign key (organization_id, fee_item_id)
        references billing_items (organization_id, id)
    );
  `);
  // A merchant's own returns follow the operator's rules.
  await protectTenantTable(knex, 'return_rules', {
    rights: ['select', 'insert', 'update'],
    merchant: { where: `(merchant_id is null or merchant_id = ${merchantId})` },
    operatorWrites: true,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table return_rules');
}
