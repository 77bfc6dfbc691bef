/** Numbers of the floor are taken in a transaction of their own, by the role that crosses tenants: it may move counters. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create policy system on document_sequences to ${roleNames.system} using (true) with check (true);
    grant select, insert, update on document_sequences to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy system on document_sequences;
    revoke all on document_sequences from ${roleNames.system};
  `);
}
