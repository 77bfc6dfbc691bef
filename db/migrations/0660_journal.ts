/**
 * The general journal: double entry enforced by the database. Every entry balances in base currency, has at least two
 * lines, is written whole in one statement, is posted once per source and event, is reversed at most once, is never
 * changed, and is never dated into a locked period. The books are the operator's: a merchant's token sees its
 * documents, not the journal.
 *
 * - journal_chain: each entry's SHA-256 over its own content and the previous hash. It is computed shortly after
 *   posting, in the order entries are found, so that postings never wait for each other. Altering a posted entry behind
 *   the database's back breaks every hash from there on.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { makeAppendOnly, protectTenantTable, tenantKey } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table journal_entries (
      ${tenantKey},
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
      constraint journal_entries_on_date unique (organization_id, id, entry_date),
      constraint journal_entries_entry_no_once unique (organization_id, entry_no),
      constraint journal_entry_posted_once unique (organization_id, source_type, source_id, event),
      constraint journal_entry_reversed_once unique (organization_id, reverses_id),
      constraint journal_entries_reverses_id_fk foreign key (organization_id, reverses_id)
        references journal_entries (organization_id, id),
      constraint journal_entries_not_own_reversal check (reverses_id <> id)
    );
    create index journal_entries_by_date on journal_entries (organization_id, entry_date, id);
    create index journal_entries_by_posting on journal_entries (organization_id, created_at, id);

    create table journal_lines (
      organization_id uuid not null,
      entry_id uuid not null,
      line_no integer not null check (line_no > 0),
      account_id uuid not null,
      -- The entry's date, repeated because reports read only lines.
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
      -- For the tax report: what was taxed at this code and rate, or the tax on it. Without a rate, tax was given as one sum.
      tax_side text check (tax_side in ('sales', 'purchases')),
      tax_part text check (tax_part in ('base', 'tax')),
      tax_code text,
      tax_rate numeric(9,6),
      -- One row of the report. A rate has no slash, so no two groups are written alike.
      tax_group text generated always as (tax_side || '/' || coalesce(tax_code, '') || '/'
        || coalesce(trim_scale(tax_rate)::text, '')) stored,
      primary key (organization_id, entry_id, line_no),
      constraint journal_line_taxed_whole check (num_nonnulls(tax_side, tax_part) in (0, 2)
        and (tax_side is not null or num_nonnulls(tax_code, tax_rate) = 0)),
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
      -- A tiny amount may round to zero in base currency, but must never end up on the other side.
      constraint journal_line_base_on_same_side check (case when debit > 0 then base_credit = 0 else base_debit = 0 end)
    );
    create index journal_lines_of_account on journal_lines (organization_id, account_id, entry_date, entry_id);
    -- The live part of the trial balance reads nothing but this index.
    create index journal_lines_by_date on journal_lines (organization_id, entry_date)
      include (account_id, currency, debit, credit, base_debit, base_credit);
    create index journal_lines_of_invoice_line on journal_lines (organization_id, invoice_line_id) where invoice_line_id is not null;
    create index journal_lines_of_bill_line on journal_lines (organization_id, bill_line_id) where bill_line_id is not null;
    create index journal_lines_taxed on journal_lines (organization_id, tax_group, tax_part, entry_date, entry_id)
      where tax_group is not null;
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

    -- Postings enter the books together (shared); a new lock date or base currency, and a change of what an account is,
    -- come alone, so a period closes over everything posted into it. An advisory lock, because its queue is in order:
    -- share locks on the organization's row would let postings overtake a change for ever. The date is read by a
    -- statement of its own, whose snapshot is younger than the lock it waited for.
    create function enter_books(p_organization_id uuid) returns date language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(p_organization_id::text, 235));
      return (select lock_date from organizations where id = p_organization_id);
    end $$;

    create function enter_books_alone(p_organization_id uuid) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(p_organization_id::text, 235));
    end $$;
    grant execute on function enter_books, enter_books_alone to ${roleNames.app};

    -- Once for all entries of a statement: entry by entry it is a tenth of what posting costs.
    create function check_period_open() returns trigger language plpgsql as $$
    declare
      wrong record;
    begin
      select p.entry_date, b.locked into wrong
        from (select organization_id, min(entry_date) as entry_date from posted group by organization_id) p
       cross join lateral (select enter_books(p.organization_id) as locked) b
       where p.entry_date <= b.locked limit 1;
      if found then
        raise exception 'PERIOD_LOCKED: % is not after the lock date %', wrong.entry_date, wrong.locked using errcode = 'WP003';
      end if;
      return null;
    end $$;
    create trigger check_period_open after insert on journal_entries
      referencing new table as posted for each statement execute function check_period_open();

    -- Before the triggers that look at what is posted: triggers run in the order of their names.
    create function await_postings() returns trigger language plpgsql as $$
    begin
      perform enter_books_alone(new.id);
      return new;
    end $$;
    create trigger await_postings before update of lock_date, base_currency on organizations for each row
      when (new.lock_date is distinct from old.lock_date or new.base_currency <> old.base_currency)
      execute function await_postings();

    -- The books balance in base currency: once anything is posted, the base currency cannot change.
    create function keep_base_currency() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from journal_entries where organization_id = new.id) then
        raise exception 'the base currency is fixed: entries are posted in it'
          using errcode = '23514', constraint = 'organizations_base_currency_kept';
      end if;
      -- A draft keeps its rate to the base currency of the day it was entered, and would be posted at it.
      if exists (select 1 from invoices where organization_id = new.id and status = 'draft')
         or exists (select 1 from bills where organization_id = new.id and status = 'draft') then
        raise exception 'the base currency is fixed while drafts have a rate to it'
          using errcode = '23514', constraint = 'organizations_base_currency_of_drafts';
      end if;
      return new;
    end $$;
    create trigger keep_base_currency before update of base_currency on organizations
      for each row when (new.base_currency <> old.base_currency) execute function keep_base_currency();

    create table journal_chain (
      organization_id uuid not null,
      chain_seq bigint not null check (chain_seq > 0),
      entry_id uuid not null,
      chain_hash bytea not null check (length(chain_hash) = 32),
      chained_at timestamptz not null default now(),
      primary key (organization_id, chain_seq),
      constraint journal_chain_entry_once unique (organization_id, entry_id),
      constraint journal_chain_entry_id_fk foreign key (organization_id, entry_id) references journal_entries (organization_id, id)
    );

    -- The full content of an entry in one fixed form that no session setting affects.
    create function journal_entry_words(org uuid, entry uuid) returns bytea language sql stable as $$
      select convert_to(jsonb_build_array(e.id, e.entry_no, e.entry_date - date '2000-01-01', e.source_type, e.source_id, e.event,
          e.reverses_id, e.description, e.posted_by, extract(epoch from e.created_at)::text,
          (select jsonb_agg(jsonb_build_array(l.line_no, l.account_id, l.currency, l.debit::text, l.credit::text, l.exchange_rate::text,
                    l.base_debit::text, l.base_credit::text, l.merchant_id, l.customer_id, l.vendor_id, l.carrier_id, l.warehouse_id,
                    l.invoice_line_id, l.bill_line_id, l.memo, l.tax_side, l.tax_part, l.tax_code, l.tax_rate::text) order by l.line_no)
             from journal_lines l where l.organization_id = e.organization_id and l.entry_id = e.id))::text, 'UTF8')
        from journal_entries e where e.organization_id = org and e.id = entry
    $$;

    -- What is posted and not in the chain yet. A list rather than a search for what is missing: it needs no clock, and an
    -- entry planted past this trigger is never chained, so the check tells of it.
    create table journal_unchained (
      organization_id uuid not null,
      entry_id uuid not null,
      primary key (organization_id, entry_id),
      constraint journal_unchained_entry_id_fk foreign key (organization_id, entry_id) references journal_entries (organization_id, id)
    );

    create function await_chain() returns trigger language plpgsql as $$
    begin
      insert into journal_unchained (organization_id, entry_id) select organization_id, id from posted;
      return null;
    end $$;
    create trigger await_chain after insert on journal_entries
      referencing new table as posted for each statement execute function await_chain();

    -- Adds up to that many unchained entries to the chain. One transaction at a time per organization.
    create function chain_journal(org uuid, entries_max integer) returns integer language plpgsql as $$
    declare
      entry record;
      seq bigint;
      hash bytea;
      chained integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtextextended('journal chain|' || org, 0));
      select c.chain_seq, c.chain_hash into seq, hash from journal_chain c where c.organization_id = org order by c.chain_seq desc limit 1;
      for entry in
        select e.id from journal_unchained u
          join journal_entries e on e.organization_id = u.organization_id and e.id = u.entry_id
         where u.organization_id = org order by e.created_at, e.id limit entries_max
      loop
        seq := coalesce(seq, 0) + 1;
        hash := sha256(coalesce(hash, ''::bytea) || journal_entry_words(org, entry.id));
        insert into journal_chain (organization_id, chain_seq, entry_id, chain_hash) values (org, seq, entry.id, hash);
        delete from journal_unchained where organization_id = org and entry_id = entry.id;
        chained := chained + 1;
      end loop;
      return chained;
    end $$;

    -- The first link whose hash does not match its entry, or whose number is missing; no row while the chain is intact.
    create function broken_journal_link(org uuid) returns table (chain_seq bigint, entry_id uuid) language sql stable as $$
      select c.chain_seq, c.entry_id
        from (select j.*, lag(j.chain_hash) over (order by j.chain_seq) as before, row_number() over (order by j.chain_seq) as place
                from journal_chain j where j.organization_id = org) c
       where c.chain_seq <> c.place
          or c.chain_hash is distinct from sha256(coalesce(c.before, ''::bytea) || journal_entry_words(org, c.entry_id))
       order by c.chain_seq limit 1
    $$;
  `);
  for (const table of ['journal_entries', 'journal_lines', 'journal_chain']) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'], merchant: 'none' });
    await makeAppendOnly(knex, table);
  }
  await protectTenantTable(knex, 'journal_unchained', {
    rights: ['select', 'insert', 'delete'],
    merchant: 'none',
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger keep_base_currency on organizations;
    drop trigger await_postings on organizations;
    drop function broken_journal_link, chain_journal, journal_entry_words;
    drop table journal_unchained, journal_chain, journal_lines, journal_entries;
    drop function await_chain, keep_base_currency, await_postings, check_period_open, enter_books_alone, enter_books,
      check_journal_entry_has_lines, check_journal_lines;
  `);
}
