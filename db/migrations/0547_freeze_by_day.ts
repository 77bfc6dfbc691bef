/** Freezing sums by day first: the month of a day is looked up once a day and account, not once a line. */
import type { Knex } from 'knex';

const lines = `journal_lines l where l.organization_id = new.id
         and l.entry_date >= first_live_day(old.lock_date) and l.entry_date < first_live_day(new.lock_date)`;
const sums = 'sum(debit), sum(credit), sum(base_debit), sum(base_credit)';

async function define(knex: Knex, select: string): Promise<void> {
  await knex.raw(`
    create or replace function freeze_months() returns trigger language plpgsql as $$
    begin
      insert into account_month_balances (organization_id, account_id, month, currency, debit, credit, base_debit, base_credit)
      ${select};
      return null;
    end $$;
  `);
}

export async function up(knex: Knex): Promise<void> {
  await define(
    knex,
    `select new.id, account_id, date_trunc('month', entry_date)::date, currency, ${sums}
        from (select account_id, entry_date, currency, sum(debit) as debit, sum(credit) as credit, sum(base_debit) as base_debit,
                     sum(base_credit) as base_credit
                from ${lines} group by account_id, entry_date, currency) days
       group by 2, 3, 4`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await define(
    knex,
    `select organization_id, account_id, date_trunc('month', entry_date)::date, currency, ${sums}
        from ${lines} group by 1, 2, 3, 4`,
  );
}
