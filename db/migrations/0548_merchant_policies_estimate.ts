/**
 * The same policies, said so that the planner can guess: `(select ...) is null` counts as one row in two hundred, and a
 * report over half a million lines was planned as one over three thousand; a boolean out of the subselect counts as half.
 */
import type { Knex } from 'knex';

const setting = "nullif(current_setting('app.merchant_id', true), '')";
const books = ['journal_entries', 'journal_lines', 'account_month_balances'];
const ofMerchants = ['charges', 'inventory_snapshots'];

async function define(knex: Knex, isHouse: string): Promise<void> {
  for (const table of books) await knex.raw(`alter policy merchant on ${table} using (${isHouse})`);
  for (const table of ofMerchants) {
    await knex.raw(
      `alter policy merchant on ${table} using (${isHouse} or merchant_id = (select ${setting}::uuid))`,
    );
  }
}

export async function up(knex: Knex): Promise<void> {
  await define(knex, `(select ${setting} is null)`);
}

export async function down(knex: Knex): Promise<void> {
  await define(knex, `(select ${setting}) is null`);
}
