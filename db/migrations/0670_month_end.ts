/**
 * Closing a month: the lock date with the sums it freezes, revaluations and accruals. All of it is the operator's
 * alone.
 *
 * - fx_revaluations: of open foreign-currency receivables and payables at a month's end. The items hold how much each
 *   document was adjusted to the closing rate, so that that day's aging still equals the control accounts; a repeated
 *   revaluation stores only the change since the last one of its month, and nothing when there is none.
 * - revenue_accruals: of revenue earned but not invoiced by a month's end. The items hold the accrued amount per
 *   billing item and since which revision, so that a repeated accrual posts only the change, and nothing when there is
 *   none.
 */
import type { Knex } from 'knex';
import { makeAppendOnly, protectTenantTable, tenantKey } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account_month_balances (
      organization_id uuid not null,
      account_id uuid not null,
      month date not null check (month = date_trunc('month', month)),
      currency char(3) not null,
      debit numeric(24,4) not null,
      credit numeric(24,4) not null,
      base_debit numeric(24,4) not null,
      base_credit numeric(24,4) not null,
      primary key (organization_id, account_id, month, currency),
      constraint account_month_balances_account_id_fk foreign key (organization_id, account_id)
        references accounts (organization_id, id)
    );

    -- The first day that is not frozen: months entirely before or ending on the lock date are.
    create function first_live_day(lock_date date) returns date language sql immutable parallel safe as $$
      select coalesce(date_trunc('month', lock_date + 1)::date, '-infinity'::date)
    $$;

    -- Moving the lock date forward freezes the months it closes: they can never change again, so they are summed once.
    -- By day first: that looks up the month once per day and account, not once per line.
    create function freeze_months() returns trigger language plpgsql as $$
    begin
      insert into account_month_balances (organization_id, account_id, month, currency, debit, credit, base_debit, base_credit)
      select new.id, account_id, date_trunc('month', entry_date)::date, currency,
             sum(debit), sum(credit), sum(base_debit), sum(base_credit)
        from (select account_id, entry_date, currency, sum(debit) as debit, sum(credit) as credit,
                     sum(base_debit) as base_debit, sum(base_credit) as base_credit
                from journal_lines l
               where l.organization_id = new.id
                 and l.entry_date >= first_live_day(old.lock_date) and l.entry_date < first_live_day(new.lock_date)
               group by account_id, entry_date, currency) days
       group by 2, 3, 4;
      return null;
    end $$;
    create trigger freeze_months after update of lock_date on organizations
      for each row when (new.lock_date > coalesce(old.lock_date, '-infinity'::date)) execute function freeze_months();

    -- Moving the lock date back would allow postings into months already summed.
    create function keep_lock_date() returns trigger language plpgsql as $$
    begin
      raise exception 'PERIOD_LOCKED: the lock date moves forward only' using errcode = 'WP003';
    end $$;
    create trigger keep_lock_date before update of lock_date on organizations
      for each row when (old.lock_date is not null and (new.lock_date is null or new.lock_date < old.lock_date))
      execute function keep_lock_date();

    create table fx_revaluations (
      ${tenantKey},
      as_of date not null check (as_of = (date_trunc('month', as_of) + interval '1 month - 1 day')::date),
      currency char(3) not null,
      -- Base currency per unit.
      rate numeric(18,8) not null check (rate > 0),
      revision integer not null check (revision >= 0),
      created_by text not null default '',
      created_at timestamptz not null default now(),
      constraint fx_revaluation_once unique (organization_id, as_of, currency, revision),
      constraint fx_revaluations_currency_fk foreign key (currency) references currencies (code)
    );

    create table fx_revaluation_items (
      organization_id uuid not null,
      as_of date not null,
      side text not null check (side in ('receivable', 'payable')),
      -- An invoice or a bill, depending on the side.
      document_id uuid not null,
      revaluation_id uuid not null,
      party_type text not null check (party_type in ('merchant', 'customer', 'vendor', 'carrier')),
      party_id uuid not null,
      -- Open in the document's currency on that day; credits count as negative.
      amount_due money_amount not null,
      -- In base currency: the amount at the document's own rate, and the change made by this revaluation.
      booked money_amount not null,
      moved money_amount not null check (moved <> 0),
      primary key (organization_id, as_of, side, document_id, revaluation_id),
      constraint fx_revaluation_items_revaluation_id_fk foreign key (organization_id, revaluation_id)
        references fx_revaluations (organization_id, id)
    );

    create table revenue_accruals (
      ${tenantKey},
      as_of date not null check (as_of = (date_trunc('month', as_of) + interval '1 month - 1 day')::date),
      merchant_id uuid not null,
      currency char(3) not null,
      revision integer not null check (revision >= 0),
      created_by text not null default '',
      created_at timestamptz not null default now(),
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
      -- Base currency per unit.
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
    alter table revenue_accrual_items replica identity full;
  `);
  const tables = [
    'account_month_balances',
    'fx_revaluations',
    'fx_revaluation_items',
    'revenue_accruals',
    'revenue_accrual_items',
  ];
  for (const table of tables) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'], merchant: 'none' });
    await makeAppendOnly(knex, table);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger keep_lock_date on organizations;
    drop trigger freeze_months on organizations;
    drop table revenue_accrual_items, revenue_accruals, fx_revaluation_items, fx_revaluations, account_month_balances;
    drop function keep_lock_date, freeze_months, first_live_day;
  `);
}
