/**
 * What an operator did about a command that failed for good: ran it again, as a new command that names the old one,
 * whose caller had been told that it failed; or dismissed it. The primary key allows this once per command, however
 * many operators click.
 */
import type { Knex } from 'knex';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table command_reruns (
      organization_id uuid not null references organizations (id),
      failed_id uuid not null,
      -- Null: dismissed, so that nobody looks at it again.
      rerun_id uuid,
      operator jsonb not null,
      created_at timestamptz not null default now(),
      constraint command_reruns_once primary key (organization_id, failed_id)
    );
  `);
  await protectTenantTable(knex, 'command_reruns', {
    rights: ['select'],
    systemRights: ['select', 'insert'],
  });
  await makeAppendOnly(knex, 'command_reruns');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table command_reruns');
}
