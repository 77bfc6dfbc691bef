/** The list of all payments finds those of a party, an account or a method by their day. */
import type { Knex } from 'knex';

const parties = ['merchant', 'customer', 'vendor', 'carrier'];

export async function up(knex: Knex): Promise<void> {
  for (const party of parties)
    await knex.raw(`
      create index payments_of_${party} on payments (organization_id, ${party}_id, payment_date desc, id)
        where ${party}_id is not null`);
  await knex.raw(`
    create index payments_of_account on payments (organization_id, account_id, payment_date desc, id)
      where account_id is not null;
    create index payments_by_method on payments (organization_id, method, payment_date desc, id);
    create index payments_by_direction on payments (organization_id, direction, payment_date desc, id);
    create index payments_by_currency on payments (organization_id, currency, payment_date desc, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  for (const party of parties) await knex.raw(`drop index payments_of_${party}`);
  await knex.raw(
    'drop index payments_of_account, payments_by_method, payments_by_direction, payments_by_currency',
  );
}
