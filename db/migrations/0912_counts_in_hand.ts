/** Counts that somebody took up before it was written down who did: whoever they were given to. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    overAllRows(
      ['count_tasks'],
      `update count_tasks set claimed_by = assignee_id
        where state = 'in_progress' and claimed_at is not null and claimed_by is null`,
    ),
  );
}

/** Nothing: the column goes with the migration that made it. */
export async function down(): Promise<void> {}
