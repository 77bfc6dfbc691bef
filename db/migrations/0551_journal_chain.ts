/**
 * The hash chain of the journal: each entry's SHA-256 over its own words and the hash before it. It is taken a little after
 * the posting, in the order entries are found, so that postings never wait for each other; whoever changes a posted
 * entry behind the database's back breaks every hash from there on.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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

    -- All that an entry says, in one fixed form that no setting of the session changes.
    create function journal_entry_words(org uuid, entry uuid) returns bytea language sql stable as $$
      select convert_to(jsonb_build_array(e.id, e.entry_no, e.entry_date - date '2000-01-01', e.source_type, e.source_id, e.event,
          e.reverses_id, e.description, e.posted_by, extract(epoch from e.created_at)::text,
          (select jsonb_agg(jsonb_build_array(l.line_no, l.account_id, l.currency, l.debit::text, l.credit::text, l.exchange_rate::text,
                    l.base_debit::text, l.base_credit::text, l.merchant_id, l.customer_id, l.vendor_id, l.carrier_id, l.warehouse_id,
                    l.invoice_line_id, l.bill_line_id, l.memo) order by l.line_no)
             from journal_lines l where l.organization_id = e.organization_id and l.entry_id = e.id))::text, 'UTF8')
        from journal_entries e where e.organization_id = org and e.id = entry
    $$;

    create index journal_entries_by_posting on journal_entries (organization_id, created_at, id);

    -- Chains entries that are not yet, at most that many. One at a time per organization.
    create function chain_journal(org uuid, entries_max integer) returns integer language plpgsql as $$
    declare
      entry record;
      seq bigint;
      hash bytea;
      since timestamptz;
      chained integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtextextended('journal chain|' || org, 0));
      select c.chain_seq, c.chain_hash into seq, hash from journal_chain c where c.organization_id = org order by c.chain_seq desc limit 1;
      -- A posting is found by when it began, and none takes an hour: what is older than the last link by that is chained.
      select coalesce(max(e.created_at) - interval '1 hour', '-infinity') into since
        from journal_chain c join journal_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
       where c.organization_id = org and c.chain_seq = seq;
      for entry in
        select e.id from journal_entries e
         where e.organization_id = org and e.created_at >= since
           and not exists (select 1 from journal_chain c where c.organization_id = org and c.entry_id = e.id)
         order by e.created_at, e.id limit entries_max
      loop
        seq := coalesce(seq, 0) + 1;
        hash := sha256(coalesce(hash, ''::bytea) || journal_entry_words(org, entry.id));
        insert into journal_chain (organization_id, chain_seq, entry_id, chain_hash) values (org, seq, entry.id, hash);
        chained := chained + 1;
      end loop;
      return chained;
    end $$;

    -- The first link whose hash its entry no longer gives, or whose number is missing; no row while the chain holds.
    create function broken_journal_link(org uuid) returns table (chain_seq bigint, entry_id uuid) language sql stable as $$
      select c.chain_seq, c.entry_id
        from (select j.*, lag(j.chain_hash) over (order by j.chain_seq) as before, row_number() over (order by j.chain_seq) as place
                from journal_chain j where j.organization_id = org) c
       where c.chain_seq <> c.place
          or c.chain_hash is distinct from sha256(coalesce(c.before, ''::bytea) || journal_entry_words(org, c.entry_id))
       order by c.chain_seq limit 1
    $$;
  `);
  await protectTenantTable(knex, 'journal_chain', { rights: ['select', 'insert'] });
  await makeAppendOnly(knex, 'journal_chain');
  // The books are the house's, as in the journal itself.
  await knex.raw(`
    create policy merchant on journal_chain as restrictive to ${roleNames.app}
      using ((select nullif(current_setting('app.merchant_id', true), '') is null));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function broken_journal_link, chain_journal, journal_entry_words;
    drop index journal_entries_by_posting;
    drop table journal_chain;
  `);
}
