/**
 * Closings of the ledger: its sums at a moment, by key, and how they came about by item, kind of movement and reason.
 * Readers of a past moment, the check that ledger and balances agree, and statements over a period add the entries
 * around the nearest closing instead of summing the whole ledger.
 *
 * A closing is kept in addition to the ledger and never replaces it. Only the functions here write closings. Each is
 * made from the one before it and the entries between, and can be proved again at any time by the same sum: one that
 * does not agree is removed, with all that were made from it. An entry dated before a closing removes it too.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions, protectTenantTable } from '../tenant-table.ts';

const sums = [
  'inventory_closing_rows',
  'inventory_closing_movements',
  'inventory_closing_fingerprints',
] as const;

const key = 'item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id';

// The content of a closing: the closing before it plus the entries since. The bounds are variables of the functions
// below.
const closed = `
      select ${key}, sum(part.qty) as qty, max(part.moved_at) as moved_at
        from (select ${key}, r.qty, r.moved_at from inventory_closing_rows r
               where r.organization_id = of_organization and r.closed_through = before
               union all
              select ${key}, e.qty_delta, e.occurred_at from inventory_ledger e
               where e.organization_id = of_organization and e.occurred_at > coalesce(before, '-infinity')
                 and e.occurred_at <= p_through) part
       group by ${key} having sum(part.qty) <> 0`;

const movement = 'merchant_id, warehouse_id, item_id, transaction_type, reason_code';

// The movements of a closing, likewise: all there ever were up to its moment. What changes no total, such as a move,
// has no type; only adjustments and counts keep their reasons, which a statement tells apart.
const movedUp = `
      select ${movement}, sum(part.qty) as qty, sum(part.entries)::bigint as entries
        from (select ${movement}, m.qty, m.entries from inventory_closing_movements m
               where m.organization_id = of_organization and m.closed_through = before
               union all
              select e.merchant_id, e.warehouse_id, e.item_id,
                     case when e.transaction_type in ('receive', 'return', 'ship', 'transfer_in', 'transfer_out',
                                                      'reverse', 'adjust', 'count') then e.transaction_type else '' end,
                     case when e.transaction_type in ('adjust', 'count') then coalesce(e.reason_code, '') else '' end,
                     e.qty_delta, 1
                from inventory_ledger e
               where e.organization_id = of_organization and e.occurred_at > coalesce(before, '-infinity')
                 and e.occurred_at <= p_through) part
       group by ${movement}`;

// The fingerprints of a closing's rows, for each merchant with any.
const fingerprints = `
      select r.merchant_id, sum(stock_key_number(c.seed, r.item_id, r.location_id, r.status, r.lot_no, r.lpn_id) * r.qty)
             as fingerprint
        from inventory_closing_rows r
        join inventory_closings c on c.organization_id = r.organization_id and c.closed_through = r.closed_through
       where r.organization_id = of_organization and r.closed_through = p_through
       group by r.merchant_id`;

// Of the closings before the newest nights these stay: of the last year four a month, of the time before one.
const kept = (moment: string): string => `
        ${moment} = date_trunc('day', ${moment}, 'UTC')
          and extract(day from ${moment} at time zone 'UTC') in (1, 8, 15, 22)
          and (${moment} > now() - interval '400 days' or extract(day from ${moment} at time zone 'UTC') = 1)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table inventory_closings (
      organization_id uuid not null references organizations (id),
      -- Entries at this moment are included.
      closed_through timestamptz not null,
      made_at timestamptz not null default clock_timestamp(),
      -- When it last agreed with the closing before it and the entries between.
      proved_at timestamptz,
      -- Of its fingerprints: another with each closing, so that none can be foreseen.
      seed bigint not null default uuid_hash_extended(gen_random_uuid(), 0),
      primary key (organization_id, closed_through)
    );

    -- Empty keys have no row.
    create table inventory_closing_rows (
      organization_id uuid not null,
      closed_through timestamptz not null,
      item_id uuid not null,
      location_id uuid not null,
      status text not null,
      lot_no text not null,
      lpn_id uuid,
      warehouse_id uuid not null,
      merchant_id uuid not null,
      qty numeric not null check (qty <> 0),
      -- Of the last entry under the key.
      moved_at timestamptz not null,
      constraint closing_rows_of_closing foreign key (organization_id, closed_through)
        references inventory_closings (organization_id, closed_through) on delete cascade
    );
    alter table inventory_closing_rows replica identity full;
    create unique index inventory_closing_rows_key on inventory_closing_rows
      (organization_id, closed_through, item_id, location_id, status, lot_no, lpn_id) nulls not distinct;
    create index inventory_closing_rows_location on inventory_closing_rows (organization_id, location_id, closed_through);

    -- By item and kind of movement, everything up to the moment of the closing: a period is the difference of two.
    create table inventory_closing_movements (
      organization_id uuid not null,
      closed_through timestamptz not null,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      item_id uuid not null,
      transaction_type text not null,
      -- '' means none.
      reason_code text not null,
      qty numeric not null,
      entries bigint not null check (entries > 0),
      primary key (organization_id, closed_through, item_id, merchant_id, warehouse_id, transaction_type, reason_code),
      constraint closing_movements_of_closing foreign key (organization_id, closed_through)
        references inventory_closings (organization_id, closed_through) on delete cascade
    );

    -- A number of 64 bits for a key of stock, to be foreseen only by who knows the seed. The sum of number x quantity over
    -- all keys is the fingerprint of a stock: it follows from balances, closed sums and entries alike, and two stocks that
    -- differ have the same one with a chance of 1 in 2^64.
    create function stock_key_number(seed bigint, item_id uuid, location_id uuid, status text, lot_no text, lpn_id uuid)
    returns bigint language sql immutable parallel safe as $$
      select uuid_hash_extended(item_id, uuid_hash_extended(location_id, hashtextextended(status, hashtextextended(lot_no,
        uuid_hash_extended(coalesce(lpn_id, '00000000-0000-0000-0000-000000000000'), seed)))))
    $$;

    -- Of the rows of a closing, so that whoever compares all of them with the balances need not read them.
    create table inventory_closing_fingerprints (
      organization_id uuid not null,
      closed_through timestamptz not null,
      merchant_id uuid not null,
      fingerprint numeric not null,
      primary key (organization_id, closed_through, merchant_id),
      constraint closing_fingerprints_of_closing foreign key (organization_id, closed_through)
        references inventory_closings (organization_id, closed_through) on delete cascade
    );

    -- False if it is closed already.
    create function close_inventory(p_through timestamptz) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      of_organization constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      before timestamptz;
    begin
      if p_through > clock_timestamp() - interval '1 second' then
        raise exception 'The ledger can be closed up to a moment that is over.';
      end if;
      -- Concurrent closings take turns; and no posting in flight has a timestamp up to this moment (see postLines).
      perform pg_advisory_xact_lock(hashtextextended(of_organization::text, 233));
      perform pg_advisory_lock(hashtextextended(of_organization::text, 232));
      perform pg_advisory_unlock(hashtextextended(of_organization::text, 232));
      insert into inventory_closings (organization_id, closed_through) values (of_organization, p_through)
        on conflict do nothing;
      if not found then return false; end if;
      before := (select max(c.closed_through) from inventory_closings c
                  where c.organization_id = of_organization and c.closed_through < p_through);
      -- In the order of the key, so that whoever reads them all by it reads page after page.
      insert into inventory_closing_rows (organization_id, closed_through, ${key}, qty, moved_at)
      select of_organization, p_through, stock.* from (${closed}) stock order by item_id, location_id, status, lot_no, lpn_id;
      insert into inventory_closing_movements (organization_id, closed_through, ${movement}, qty, entries)
      select of_organization, p_through, moved.* from (${movedUp}) moved order by item_id;
      insert into inventory_closing_fingerprints (organization_id, closed_through, merchant_id, fingerprint)
      select of_organization, p_through, prints.* from (${fingerprints}) prints;
      return true;
    end $$;

    -- Compares a closing with the one before it and the entries between. If they differ, it is removed, with all after
    -- it.
    create function prove_closing(p_through timestamptz) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      of_organization constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      before timestamptz;
    begin
      perform pg_advisory_xact_lock(hashtextextended(of_organization::text, 233));
      before := (select max(c.closed_through) from inventory_closings c
                  where c.organization_id = of_organization and c.closed_through < p_through);
      if exists (
        select from (select ${key}, stock.qty, stock.moved_at, 1 as side from (${closed}) stock
                      union all
                     select ${key}, r.qty, r.moved_at, -1 from inventory_closing_rows r
                      where r.organization_id = of_organization and r.closed_through = p_through) compared
         group by ${key}
        having sum(compared.qty * compared.side) <> 0 or count(*) <> 2 or min(compared.moved_at) <> max(compared.moved_at))
      or exists (
        select from (select ${movement}, moved.qty, moved.entries, 1 as side from (${movedUp}) moved
                      union all
                     select ${movement}, m.qty, m.entries, -1 from inventory_closing_movements m
                      where m.organization_id = of_organization and m.closed_through = p_through) compared
         group by ${movement}
        having sum(compared.qty * compared.side) <> 0 or count(*) <> 2 or min(compared.entries) <> max(compared.entries))
      or exists (
        select from (select merchant_id, prints.fingerprint, 1 as side from (${fingerprints}) prints
                      union all
                     select merchant_id, f.fingerprint, -1 from inventory_closing_fingerprints f
                      where f.organization_id = of_organization and f.closed_through = p_through) compared
         group by merchant_id
        having sum(compared.fingerprint * compared.side) <> 0 or count(*) <> 2)
      then
        delete from inventory_closings c where c.organization_id = of_organization and c.closed_through >= p_through;
        return false;
      end if;
      update inventory_closings c set proved_at = clock_timestamp()
       where c.organization_id = of_organization and c.closed_through = p_through;
      return true;
    end $$;

    -- Whether a closing at this moment is kept when newer nights replace the older ones.
    create function is_closing_kept(p_through timestamptz) returns boolean language sql stable as $$ select ${kept('p_through')} $$;

    -- Keeps the newest p_newest and, of the older ones, those that are kept for good. Returns how many were removed.
    create function thin_closings(p_newest integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      of_organization constant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      gone integer;
    begin
      perform pg_advisory_xact_lock(hashtextextended(of_organization::text, 233));
      delete from inventory_closings c
       where c.organization_id = of_organization
         and not is_closing_kept(c.closed_through)
         and c.closed_through < (select min(newest.closed_through)
                                   from (select n.closed_through from inventory_closings n
                                          where n.organization_id = of_organization
                                          order by n.closed_through desc limit p_newest) newest);
      get diagnostics gone = row_count;
      return gone;
    end $$;

    -- No posting of the platform arrives this late (close_inventory waits for them); any other entry is not left out
    -- for good.
    create function open_closings() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      delete from inventory_closings c
       using (select p.organization_id, min(p.occurred_at) as first_at from posted p group by p.organization_id) late
       where c.organization_id = late.organization_id and c.closed_through >= late.first_at;
      return null;
    end $$;
    create trigger open_closings after insert on inventory_ledger
      referencing new table as posted for each statement execute function open_closings();
  `);
  for (const called of [
    'close_inventory(timestamptz)',
    'prove_closing(timestamptz)',
    'thin_closings(integer)',
  ]) {
    await knex.raw(`
      revoke execute on function ${called} from public;
      grant execute on function ${called} to ${roleNames.app};
    `);
  }
  await knex.raw('revoke execute on function open_closings() from public');
  await protectTenantTable(knex, 'inventory_closings', { rights: ['select'] });
  await admitOwnerFunctions(knex, 'inventory_closings', { policy: 'closing' });
  for (const table of sums) {
    await protectTenantTable(knex, table, { rights: ['select'], merchant: { column: 'merchant_id' } });
    await admitOwnerFunctions(knex, table, { policy: 'closing' });
  }
  await admitOwnerFunctions(knex, 'inventory_ledger', { policy: 'closing', command: 'select' });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger open_closings on inventory_ledger;
    drop policy closing on inventory_ledger;
    drop function open_closings, thin_closings, is_closing_kept, prove_closing, close_inventory;
    drop table ${sums.join(', ')}, inventory_closings;
    drop function stock_key_number;
  `);
}
