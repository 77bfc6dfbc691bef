/** How far the queues were behind, minute by minute: what `/ops/overview` draws the last day from. Nobody's data. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table queue_samples (
      at timestamptz not null,
      queue text not null,
      open integer not null,
      lag_seconds double precision not null,
      -- Set aside for ops.
      failed integer not null,
      primary key (at, queue)
    );
    grant select, insert, delete on queue_samples to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table queue_samples');
}
