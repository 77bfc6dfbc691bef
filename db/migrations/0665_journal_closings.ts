/**
 * Closings of the books: the sums of a past day's or month's journal lines, for reports over months that are not frozen.
 *
 * A closing is kept in addition to the lines and never replaces them. Only the functions here write closings. A posting
 * dated into one removes it in its own transaction, so at every moment a closing that is seen is the exact sum of the
 * lines that are seen; reports read the lines where there is none. A posting never waits for another: it shares a lock on
 * its month, which only making a closing of that month takes for itself.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions, protectTenantTable } from '../tenant-table.ts';

const key = 'account_id, merchant_id, currency, is_year_end, moves_cash';
const amounts = ['debit', 'credit', 'base_debit', 'base_credit'];

// What lines of a span add up to. The bounds are variables of the functions below.
const summed = `
      select l.account_id, l.merchant_id, l.currency, e.source_type = 'closing' as is_year_end,
             cash.entry_id is not null as moves_cash, ${amounts.map((amount) => `sum(l.${amount}) as ${amount}`).join(', ')}
        from journal_lines l
        join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
        left join (select distinct c.entry_id from journal_lines c
                     join accounts b on b.organization_id = c.organization_id and b.id = c.account_id
                    where c.organization_id = of_organization and c.entry_date >= p_from and c.entry_date < ends
                      and b.subtype in ('bank', 'cash')) cash on cash.entry_id = l.entry_id
       where l.organization_id = of_organization and l.entry_date >= p_from and l.entry_date < ends
       group by 1, 2, 3, 4, 5`;

const variables = `
      of_organization constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      ends constant date := case p_span when 'month' then (p_from + interval '1 month')::date else p_from + 1 end;`;

const monthLock = (organization: string, month: string): string =>
  `hashtextextended('books|' || ${organization} || '|' || (${month} - date '2000-01-01'), 234)`;
const cashLock = (organization: string): string =>
  `hashtextextended('cash accounts|' || ${organization}, 234)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table journal_closings (
      organization_id uuid not null references organizations (id),
      span text not null check (span in ('month', 'day')),
      starts_on date not null check (span = 'day' or starts_on = date_trunc('month', starts_on)),
      -- The first day after it.
      ends_before date not null,
      made_at timestamptz not null default clock_timestamp(),
      -- When it last agreed with its lines.
      proved_at timestamptz,
      primary key (organization_id, span, starts_on)
    );

    create table journal_closing_sums (
      organization_id uuid not null,
      span text not null,
      starts_on date not null,
      account_id uuid not null,
      merchant_id uuid,
      currency char(3) not null,
      -- Of entries that carry a year's earnings over.
      is_year_end boolean not null,
      -- Of entries with a line on a bank or cash account.
      moves_cash boolean not null,
      debit numeric(24,4) not null,
      credit numeric(24,4) not null,
      base_debit numeric(24,4) not null,
      base_credit numeric(24,4) not null,
      constraint journal_closing_sums_key unique nulls not distinct
        (organization_id, span, starts_on, ${key}),
      constraint sums_of_journal_closing foreign key (organization_id, span, starts_on)
        references journal_closings (organization_id, span, starts_on) on delete cascade
    );
    alter table journal_closing_sums replica identity full;

    -- False if it is closed already.
    create function close_journal(p_span text, p_from date) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare ${variables}
    begin
      -- What was posted into the month before is seen below; what is posted after removes the closing.
      perform pg_advisory_xact_lock_shared(${cashLock('of_organization')});
      perform pg_advisory_xact_lock(${monthLock('of_organization', "date_trunc('month', p_from)::date")});
      insert into journal_closings (organization_id, span, starts_on, ends_before)
      values (of_organization, p_span, p_from, ends) on conflict do nothing;
      if not found then return false; end if;
      insert into journal_closing_sums (organization_id, span, starts_on, ${key}, ${amounts.join(', ')})
      select of_organization, p_span, p_from, sums.* from (${summed}) sums;
      return true;
    end $$;

    -- Compares a closing with its lines, in one statement and so at one moment. If they differ, it is removed.
    create function prove_journal_closing(p_span text, p_from date) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare ${variables}
    begin
      delete from journal_closings closing
       where closing.organization_id = of_organization and closing.span = p_span and closing.starts_on = p_from
         and exists (
           select from (select ${key}, ${amounts.join(', ')}, 1 as side from (${summed}) sums
                         union all
                        select ${key}, ${amounts.join(', ')}, -1 from journal_closing_sums s
                         where s.organization_id = of_organization and s.span = p_span and s.starts_on = p_from) compared
            group by ${key}
           having count(*) <> 2 or ${amounts.map((amount) => `sum(compared.${amount} * compared.side) <> 0`).join(' or ')});
      if found then return false; end if;
      update journal_closings c set proved_at = clock_timestamp()
       where c.organization_id = of_organization and c.span = p_span and c.starts_on = p_from;
      return true;
    end $$;

    create function reopen_journal_closings() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      touched record;
    begin
      for touched in select distinct p.organization_id, date_trunc('month', p.entry_date)::date as month
                       from posted p order by 1, 2
      loop
        perform pg_advisory_xact_lock_shared(${monthLock('touched.organization_id', 'touched.month')});
      end loop;
      delete from journal_closings c
       using (select distinct p.organization_id, spans.span, spans.starts_on
                from posted p, lateral (values ('day', p.entry_date), ('month', date_trunc('month', p.entry_date)::date))
                                 spans (span, starts_on)) late
       where c.organization_id = late.organization_id and c.span = late.span and c.starts_on = late.starts_on;
      return null;
    end $$;
    create trigger reopen_journal_closings after insert on journal_lines
      referencing new table as posted for each statement execute function reopen_journal_closings();

    -- Which entries move cash follows from the accounts as they are now.
    create function reopen_all_journal_closings() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(${cashLock('new.organization_id')});
      delete from journal_closings c where c.organization_id = new.organization_id;
      return null;
    end $$;
    create trigger reopen_all_journal_closings after update of subtype on accounts
      for each row when ((old.subtype in ('bank', 'cash')) <> (new.subtype in ('bank', 'cash')))
      execute function reopen_all_journal_closings();
  `);
  for (const called of ['close_journal(text, date)', 'prove_journal_closing(text, date)']) {
    await knex.raw(`
      revoke execute on function ${called} from public;
      grant execute on function ${called} to ${roleNames.app};
    `);
  }
  await knex.raw(`
    revoke execute on function reopen_journal_closings() from public;
    revoke execute on function reopen_all_journal_closings() from public;
  `);
  for (const table of ['journal_closings', 'journal_closing_sums']) {
    await protectTenantTable(knex, table, { rights: ['select'], merchant: 'none' });
    await admitOwnerFunctions(knex, table, { policy: 'journal_closing' });
  }
  for (const table of ['journal_lines', 'journal_entries', 'accounts'])
    await admitOwnerFunctions(knex, table, { policy: 'journal_closing', command: 'select' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger reopen_all_journal_closings on accounts;
    drop trigger reopen_journal_closings on journal_lines;
    drop policy journal_closing on journal_lines;
    drop policy journal_closing on journal_entries;
    drop policy journal_closing on accounts;
    drop function reopen_all_journal_closings, reopen_journal_closings, prove_journal_closing, close_journal;
    drop table journal_closing_sums, journal_closings;
  `);
}
