/** Imports that were given up: a state `failed`, and why. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const states = "'checking', 'applying', 'checked', 'rejected', 'completed'";

const check = (known: string): string => `
  alter table imports drop constraint imports_state_check,
    add constraint imports_state_check check (state in (${known}));`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${check(`${states}, 'failed'`)}
    alter table imports add column reason text,
      add constraint imports_reason_of_failed check ((state = 'failed') = (reason is not null));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table imports drop constraint imports_reason_of_failed, drop column reason;
    ${overAllRows(['imports'], `update imports set state = 'rejected' where state = 'failed'`)}
    ${check(states)}
  `);
}
