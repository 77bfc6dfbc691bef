/** How many requests were answered, and how many of them with 500 and above, minute by minute: for `/ops/overview`. Nobody's data. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table request_samples (
      at timestamptz not null,
      requests bigint not null,
      errors bigint not null,
      primary key (at)
    );
    grant select, insert, update, delete on request_samples to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table request_samples');
}
