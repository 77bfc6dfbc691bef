/**
 * The ledger of money: double entry held by the database. Every entry balances in the base currency, has two lines at
 * least, comes whole in one statement, is posted once per source and event, reversed at most once, never changed, and
 * never dated into a locked period.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table journal_entries (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      entry_no text not null,
      entry_date date not null,
      source_type text not null check (source_type in
        ('invoice', 'bill', 'payment', 'manual', 'accrual', 'fx_revaluation', 'opening', 'closing')),
      source_id uuid not null,
      event text not null check (event in ('issue', 'void', 'receive', 'pay', 'reverse', 'write_off', 'post', 'accrue', 'revalue')),
      reverses_id uuid,
      description text not null,
      posted_by text not null default '',
      created_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint journal_entries_on_date unique (organization_id, id, entry_date),
      constraint journal_entries_entry_no_once unique (organization_id, entry_no),
      constraint journal_entry_posted_once unique (organization_id, source_type, source_id, event),
      constraint journal_entry_reversed_once unique (organization_id, reverses_id),
      constraint journal_entries_reverses_id_fk foreign key (organization_id, reverses_id)
        references journal_entries (organization_id, id),
      constraint journal_entries_not_own_reversal check (reverses_id <> id)
    );
    create index journal_entries_by_date on journal_entries (organization_id, entry_date desc, id);

    create table journal_lines (
      organization_id uuid not null,
      entry_id uuid not null,
      line_no integer not null check (line_no > 0),
      account_id uuid not null,
      -- The entry's date again: reports read lines alone.
      entry_date date not null,
      currency char(3) not null,
      debit money_amount not null default 0 check (debit >= 0),
      credit money_amount not null default 0 check (credit >= 0),
      exchange_rate numeric(18,8) not null default 1 check (exchange_rate > 0),
      base_debit money_amount not null default 0 check (base_debit >= 0),
      base_credit money_amount not null default 0 check (base_credit >= 0),
      merchant_id uuid,
      customer_id uuid,
      vendor_id uuid,
      carrier_id uuid,
      warehouse_id uuid,
      invoice_line_id uuid,
      bill_line_id uuid,
      memo text not null default '',
      primary key (organization_id, entry_id, line_no),
      constraint journal_lines_entry_id_fk foreign key (organization_id, entry_id, entry_date)
        references journal_entries (organization_id, id, entry_date),
      constraint journal_lines_account_id_fk foreign key (organization_id, account_id) references accounts (organization_id, id),
      constraint journal_lines_currency_fk foreign key (currency) references currencies (code),
      constraint journal_lines_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint journal_lines_customer_id_fk foreign key (organization_id, customer_id) references customers (organization_id, id),
      constraint journal_lines_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id),
      constraint journal_lines_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id),
      constraint journal_lines_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint journal_lines_invoice_line_id_fk foreign key (organization_id, invoice_line_id)
        references invoice_lines (organization_id, id),
      constraint journal_lines_bill_line_id_fk foreign key (organization_id, bill_line_id)
        references bill_lines (organization_id, id),
      constraint journal_line_debit_or_credit check ((debit > 0) <> (credit > 0)),
      -- A tiny amount may be nothing in the base currency, but never on the other side.
      constraint journal_line_base_on_same_side check (case when debit > 0 then base_credit = 0 else base_debit = 0 end)
    );
    create index journal_lines_of_account on journal_lines (organization_id, account_id, entry_date, entry_id);
    -- The live tail of the trial balance reads nothing but this index.
    create index journal_lines_by_date on journal_lines (organization_id, entry_date)
      include (account_id, currency, debit, credit, base_debit, base_credit);
    create index journal_lines_of_invoice_line on journal_lines (organization_id, invoice_line_id) where invoice_line_id is not null;
    create index journal_lines_of_bill_line on journal_lines (organization_id, bill_line_id) where bill_line_id is not null;
    create index journal_lines_of_merchant on journal_lines (organization_id, merchant_id, entry_date) where merchant_id is not null;

    create function check_journal_lines() returns trigger language plpgsql as $$
    declare
      wrong uuid;
    begin
      select entry_id into wrong from posted
       group by organization_id, entry_id having sum(base_debit) <> sum(base_credit) limit 1;
      if found then
        raise exception 'UNBALANCED_ENTRY: journal entry % does not balance', wrong using errcode = 'WP002';
      end if;
      select p.entry_id into wrong
        from (select organization_id, entry_id, count(*) as lines from posted group by organization_id, entry_id) p
       where (select count(*) from journal_lines l
               where l.organization_id = p.organization_id and l.entry_id = p.entry_id) <> p.lines limit 1;
      if found then
        raise exception 'LEDGER_IMMUTABLE: all lines of journal entry % come in one statement', wrong using errcode = 'WP001';
      end if;
      select p.entry_id into wrong
        from posted p
        join currencies c on c.code = p.currency
        join organizations o on o.id = p.organization_id
        join currencies b on b.code = o.base_currency
       where p.debit + p.credit <> round(p.debit + p.credit, c.exponent)
          or p.base_debit + p.base_credit <> round(p.base_debit + p.base_credit, b.exponent) limit 1;
      if found then
        raise exception 'AMOUNT_PRECISION: journal entry % has more decimals than its currency', wrong using errcode = 'WP002';
      end if;
      return null;
    end $$;
    create trigger check_journal_lines after insert on journal_lines
      referencing new table as posted for each statement execute function check_journal_lines();

    create function check_journal_entry_has_lines() returns trigger language plpgsql as $$
    begin
      if (select count(*) from journal_lines l where l.organization_id = new.organization_id and l.entry_id = new.id) < 2 then
        raise exception 'UNBALANCED_ENTRY: journal entry % has fewer than two lines', new.entry_no using errcode = 'WP002';
      end if;
      return null;
    end $$;
    create constraint trigger journal_entry_has_lines after insert on journal_entries
      deferrable initially deferred for each row execute function check_journal_entry_has_lines();

    -- FOR SHARE: a posting and a new lock date take turns, so a period closes over everything posted into it.
    create function check_period_open() returns trigger language plpgsql as $$
    declare
      locked date;
    begin
      select lock_date into locked from organizations where id = new.organization_id for share;
      if new.entry_date <= locked then
        raise exception 'PERIOD_LOCKED: % is not after the lock date %', new.entry_date, locked using errcode = 'WP003';
      end if;
      return new;
    end $$;
    create trigger check_period_open before insert on journal_entries for each row execute function check_period_open();

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

    -- The first day that is not frozen: months that lie wholly before or on the lock date are.
    create function first_live_day(lock_date date) returns date language sql immutable parallel safe as $$
      select coalesce(date_trunc('month', lock_date + 1)::date, '-infinity'::date)
    $$;

    -- Moving the lock date on freezes the months it closes: they can never change again, so they are summed once.
    create function freeze_months() returns trigger language plpgsql as $$
    begin
      insert into account_month_balances (organization_id, account_id, month, currency, debit, credit, base_debit, base_credit)
      select l.organization_id, l.account_id, date_trunc('month', l.entry_date)::date, l.currency,
             sum(l.debit), sum(l.credit), sum(l.base_debit), sum(l.base_credit)
        from journal_lines l
       where l.organization_id = new.id
         and l.entry_date >= first_live_day(old.lock_date) and l.entry_date < first_live_day(new.lock_date)
       group by 1, 2, 3, 4;
      return null;
    end $$;
    create trigger freeze_months after update of lock_date on organizations
      for each row when (new.lock_date > coalesce(old.lock_date, '-infinity'::date)) execute function freeze_months();
    -- A lock date that moved back would let postings into months already summed.
    create function keep_lock_date() returns trigger language plpgsql as $$
    begin
      raise exception 'PERIOD_LOCKED: the lock date moves forward only' using errcode = 'WP003';
    end $$;
    create trigger keep_lock_date before update of lock_date on organizations
      for each row when (old.lock_date is not null and (new.lock_date is null or new.lock_date < old.lock_date))
      execute function keep_lock_date();
  `);
  for (const table of ['journal_entries', 'journal_lines', 'account_month_balances']) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'] });
    await makeAppendOnly(knex, table);
    // The books are the house's: a merchant's token sees its documents, not the ledger.
    await knex.raw(`
      create policy merchant on ${table} as restrictive to ${roleNames.app}
        using ((select nullif(current_setting('app.merchant_id', true), '')) is null);
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger keep_lock_date on organizations;
    drop trigger freeze_months on organizations;
    drop table account_month_balances, journal_lines, journal_entries;
    drop function keep_lock_date;
    drop function freeze_months;
    drop function first_live_day;
    drop function check_period_open;
    drop function check_journal_entry_has_lines;
    drop function check_journal_lines;
  `);
}
