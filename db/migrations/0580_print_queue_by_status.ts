/** The print center asks for one status at a time, every two seconds: its list and its counts read an index, not the past. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index print_jobs_by_status on print_jobs (organization_id, status, created_at, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index print_jobs_by_status');
}
