/**
 * Accruals of revenue that was earned and not invoiced by a month's end. The items say what stands accrued per billing
 * item since which revision, so that a repeated accrual posts what has changed, and nothing when nothing has.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table revenue_accruals (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      as_of date not null check (as_of = (date_trunc('month', as_of) + interval '1 month - 1 day')::date),
      merchant_id uuid not null,
      currency char(3) not null,
      revision integer not null check (revision >= 0),
      created_by text not null default '',
      created_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint revenue_accrual_once unique (organization_id, as_of, merchant_id, currency, revision),
      constraint revenue_accruals_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint revenue_accruals_currency_fk foreign key (currency) references currencies (code)
    );

    create table revenue_accrual_items (
      organization_id uuid not null,
      accrual_id uuid not null,
      billing_item_id uuid not null,
      account_id uuid not null,
      warehouse_id uuid,
      charges bigint not null,
      amount money_amount not null,
      -- Base currency for one unit.
      rate numeric(18,8) not null check (rate > 0),
      base_amount money_amount not null,
      constraint revenue_accrual_items_once unique nulls not distinct
        (organization_id, accrual_id, billing_item_id, account_id, warehouse_id),
      constraint revenue_accrual_items_accrual_id_fk foreign key (organization_id, accrual_id)
        references revenue_accruals (organization_id, id),
      constraint revenue_accrual_items_billing_item_id_fk foreign key (organization_id, billing_item_id)
        references billing_items (organization_id, id),
      constraint revenue_accrual_items_account_id_fk foreign key (organization_id, account_id) references accounts (organization_id, id),
      constraint revenue_accrual_items_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );
  `);
  for (const table of ['revenue_accruals', 'revenue_accrual_items']) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'] });
    await makeAppendOnly(knex, table);
    // The books are the house's, as in the journal itself.
    await knex.raw(`
      create policy merchant on ${table} as restrictive to ${roleNames.app}
        using ((select nullif(current_setting('app.merchant_id', true), '')) is null);
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table revenue_accrual_items, revenue_accruals');
}
