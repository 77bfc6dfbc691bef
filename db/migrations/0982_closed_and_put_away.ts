/** A receipt may be closed before all it brought is put away: that it is by now is noted of a closed one as well. */
import type { Knex } from 'knex';

const refusal = `raise exception 'a closed receipt is frozen: % of % refused', tg_op, tg_table_name using errcode = 'WP002';`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function refuse_frozen() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and tg_table_name = 'inbound_receipts' then
        if to_jsonb(new) - array['put_away_at', 'awaits_putaway'] = to_jsonb(old) - array['put_away_at', 'awaits_putaway'] then
          return new;
        end if;
      end if;
      ${refusal}
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function refuse_frozen() returns trigger language plpgsql as $$
    begin
      ${refusal}
    end $$;
  `);
}
