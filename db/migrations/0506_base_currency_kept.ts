/** The books balance in the base currency: once anything is posted it cannot become another. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function keep_base_currency() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from journal_entries where organization_id = new.id) then
        raise exception 'the base currency is fixed: entries are posted in it'
          using errcode = '23514', constraint = 'organizations_base_currency_kept';
      end if;
      return new;
    end $$;
    create trigger keep_base_currency before update of base_currency on organizations
      for each row when (new.base_currency <> old.base_currency) execute function keep_base_currency();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger keep_base_currency on organizations;
    drop function keep_base_currency;
  `);
}
