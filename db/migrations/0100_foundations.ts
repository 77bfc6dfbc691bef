/** What every noun's schema is built on: domains for numbers, ids, currencies and their rounding. */
import type { Knex } from 'knex';
import { currencyExponents } from '../../domain/money/currency.ts';
import { roleNames } from '../roles.ts';

// Postgres 18 generates UUIDv7 itself, several times faster than composing it from bytes in SQL; 15 to 17 cannot.
const native = 'select uuidv7()';
const composed = `
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    grant usage on schema public to ${roleNames.app}, ${roleNames.system};

    -- A JSON number is a double, and callers read its shortest text: a value it cannot represent exactly is not stored,
    -- whatever sum or trigger produced it. 15 digits always fit, which is seen without converting (a tenth of the time,
    -- on every amount and quantity written); more only where a double has room.
    create domain money_amount as numeric(20,4) constraint number_shown_exactly
      check (value between -99999999999 and 99999999999 or value::double precision::text::numeric = value);
    create domain unit_price as numeric(18,6) constraint number_shown_exactly
      check (value between -999999999 and 999999999 or value::double precision::text::numeric = value);
    create domain quantity as numeric(18,6) constraint number_shown_exactly
      check (value between -999999999 and 999999999 or value::double precision::text::numeric = value);

    -- UUIDv7 for rows created by set-based statements.
    do $do$ begin
      execute format('create function uuid7() returns uuid language sql volatile parallel safe as %L',
        case when current_setting('server_version_num')::integer >= 180000 then '${native}' else $composed$${composed}$composed$ end);
    end $do$;

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'WP001';
    end $$;

    -- Creates the partition of a month: called by the migration that creates its table, and ahead of time by a
    -- schedule. False when it exists, or when rows of the month already went into the rest partition.
    create function make_month(p_table text, p_month date) returns boolean
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare
      month constant date := date_trunc('month', p_month);
      part constant text := p_table || to_char(month, '_YYYY_MM');
    begin
      if not exists (select 1 from pg_partitioned_table t where t.partrelid = to_regclass('public.' || quote_ident(p_table))) then
        raise exception '% has no months', p_table;
      end if;
      if to_regclass('public.' || quote_ident(part)) is not null then return false; end if;
      execute format('create table %I partition of %I for values from (%L) to (%L)', part, p_table, month,
        (month + interval '1 month')::date);
      -- Rows are reached through the table and its policies; of a month by itself only the owner's functions see any.
      -- It has no primary key: its rows are told as a whole to whoever copies them.
      execute format('alter table %I enable row level security, force row level security, replica identity full', part);
      execute format('create policy owner_functions on %I to current_user using (true)', part);
      return true;
    exception when check_violation or duplicate_table then
      return false;
    end $$;
    revoke execute on function make_month(text, date) from public;
    grant execute on function make_month(text, date) to ${roleNames.system};

    create table currencies (
      code char(3) primary key,
      exponent smallint not null check (exponent between 0 and 4)
    );
    grant select on currencies to ${roleNames.app}, ${roleNames.system};

    -- Half-even rounding in addition to Postgres' own round(), which rounds half away from zero: the organization
    -- chooses.
    create function round_half_even(value numeric, places integer) returns numeric language sql immutable parallel safe as $$
      select case when abs(value - trunc(value, places)) = 0.5 * power(10::numeric, -places)
                   and mod(trunc(value * power(10::numeric, places)), 2) = 0
                  then trunc(value, places) else round(value, places) end
    $$;
    create function round_money(value numeric, places integer, mode text) returns numeric
      language sql immutable parallel safe as $$
      select case when mode = 'half_even' then round_half_even(value, places) else round(value, places) end
    $$;
  `);
  await knex('currencies').insert([...currencyExponents].map(([code, exponent]) => ({ code, exponent })));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function round_money, round_half_even;
    drop table currencies;
    drop function refuse_change, uuid7, make_month;
    drop domain money_amount, unit_price, quantity;
    revoke usage on schema public from ${roleNames.app}, ${roleNames.system};
  `);
}
