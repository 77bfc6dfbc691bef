/** Where anybody can follow a parcel, where its carrier says it: stores pass it on to whom the parcel goes. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table label_purchases add column tracking_url text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table label_purchases drop column tracking_url');
}
