/**
 * What an operator ran again after it had failed for good: a new command that names the old one, whose caller was told that
 * it failed. Once only for each, by the primary key, however many operators click.
 */
import type { Knex } from 'knex';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table command_reruns (
      organization_id uuid not null references organizations (id),
      failed_id uuid not null,
      rerun_id uuid not null,
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
